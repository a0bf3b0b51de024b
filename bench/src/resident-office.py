"""
Converts files to PDF by a resident LibreOffice through its UNO socket, as unoserver does: LibreOffice is started with
unoserver's options, and each document is loaded, stored and closed. Left out is what costs unoserver time as well: a
Python client for each file, its HTTP, and the second layout for tables of contents.

Arguments: an empty folder, the files. Prints the milliseconds of the conversions alone, after one file of each type.
"""

import os
import signal
import socket
import subprocess
import sys
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException

FILTERS = {
    "com.sun.star.text.TextDocument": "writer_pdf_Export",
    "com.sun.star.sheet.SpreadsheetDocument": "calc_pdf_Export",
    "com.sun.star.presentation.PresentationDocument": "impress_pdf_Export",
}
START_WITHIN_S = 120


def free_port():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]


def start_office(folder, accept):
    options = ["--headless", "--invisible", "--nocrashreport", "--nodefault", "--nologo", "--nofirststartwizard"]
    profile = uno.systemPathToFileUrl(os.path.join(folder, "profile"))
    command = ["soffice", *options, "--norestore", f"--accept={accept}", f"-env:UserInstallation={profile}"]
    # LibreOffice writes notices to standard output, which is for the result.
    return subprocess.Popen(command, start_new_session=True, stdout=subprocess.DEVNULL)


def connect(accept):
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    deadline = time.monotonic() + START_WITHIN_S
    while True:
        try:
            context = resolver.resolve(f"uno:{accept}")
            return context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        except NoConnectException:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def convert(desktop, path, out_path):
    read_only = PropertyValue(Name="ReadOnly", Value=True)
    document = desktop.loadComponentFromURL(uno.systemPathToFileUrl(path), "_default", 0, (read_only,))
    try:
        chosen = next(FILTERS[service] for service in FILTERS if document.supportsService(service))
        options = (PropertyValue(Name="FilterName", Value=chosen), PropertyValue(Name="Overwrite", Value=True))
        document.storeToURL(uno.systemPathToFileUrl(out_path), options)
    finally:
        document.close(True)


def main(folder, *files):
    accept = f"socket,host=127.0.0.1,port={free_port()},tcpNoDelay=1;urp;StarOffice.ComponentContext"
    office = start_office(folder, accept)
    try:
        desktop = connect(accept)
        for path in {os.path.splitext(path)[1]: path for path in files}.values():
            convert(desktop, path, os.path.join(folder, "warm.pdf"))
        began = time.perf_counter()
        for index, path in enumerate(files):
            convert(desktop, path, os.path.join(folder, f"{index}.pdf"))
        print((time.perf_counter() - began) * 1000)
    finally:
        os.killpg(office.pid, signal.SIGKILL)
        office.wait()


main(*sys.argv[1:])
