# syntax=docker/dockerfile:1
# One image for every process of Sheaf: `docker run … sheaf api`, `worker`, `migrate`, `backup`; docs/operate.md, "Containers".
# Contains everything that `./sheaf` installs at its first start, because the root of a container is read-only.

# The pages, and the packages of the second reader; a machine with less than 4 GB of memory makes an image without it.
FROM node:24-bookworm-slim AS web
WORKDIR /opt/sheaf
COPY . .
RUN ./sheaf set-up web second-reader && mkdir -p engine/second-reader/node_modules

# The packages of the server, without those for tests and for building the pages.
FROM node:24-bookworm-slim AS packages
WORKDIR /opt/sheaf
COPY package.json package-lock.json .npmrc ./
COPY contracts/package.json contracts/
COPY engine/package.json engine/
COPY papers/package.json papers/
COPY server/package.json server/
COPY web/package.json web/
COPY journeys/package.json journeys/
COPY bench/package.json bench/
RUN npm ci --omit=dev --include=optional --include-workspace-root \
      --workspace=contracts --workspace=engine --workspace=papers --workspace=server --loglevel=error \
 && cp package-lock.json node_modules/.sheaf-lock

FROM debian:bookworm-slim
WORKDIR /opt/sheaf
COPY sheaf ./
COPY scripts/set-up scripts/set-up
# tini as process 1: it collects the processes whose sandbox was ended.
RUN ./sheaf set-up programs \
 && apt-get install -y --no-install-recommends tini \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/archives/*.deb
RUN useradd --uid 1000 --no-create-home --home-dir /data --shell /usr/sbin/nologin sheaf \
 && install -d -o sheaf -g sheaf -m 0700 /data

COPY --from=packages /opt/sheaf/node_modules node_modules
COPY . .
COPY --from=web /opt/sheaf/web/dist web/dist
COPY --from=web /opt/sheaf/engine/second-reader/node_modules engine/second-reader/node_modules
# The program of the sandboxes is made from the sources now, since nothing can be written later. It is identified by their times, of which
# image layers keep only whole seconds.
RUN ln -s /opt/sheaf/node_modules/node-linux-*/bin/node /usr/local/bin/node \
 && find engine contracts node_modules/.package-lock.json -exec touch --date=@0 {} + \
 && node packaging/make-sandbox-program.ts

USER 1000:1000
ENV SHEAF_DATA=/data HOST=0.0.0.0 NODE_COMPILE_CACHE=/tmp/node
EXPOSE 3000
ENTRYPOINT ["tini", "--", "./sheaf"]
CMD ["start"]
