import { useForcedTheme } from "../../ui/forced-theme.ts";
import phoneDarkAvif from "./pictures/upload-phone-dark.avif";
import phoneDark from "./pictures/upload-phone-dark.webp";
import phoneLightAvif from "./pictures/upload-phone-light.avif";
import phoneLight from "./pictures/upload-phone-light.webp";
import wideDarkAvif from "./pictures/upload-wide-dark.avif";
import wideDark from "./pictures/upload-wide-dark.webp";
import wideLightAvif from "./pictures/upload-wide-light.avif";
import wideLight from "./pictures/upload-wide-light.webp";

const light = { phone: [phoneLightAvif, phoneLight], wide: [wideLightAvif, wideLight] } as const;
const dark = { phone: [phoneDarkAvif, phoneDark], wide: [wideDarkAvif, wideDark] } as const;

const narrow = "(max-width: 720px)";
const darkScheme = "(prefers-color-scheme: dark)";

/** A screenshot of the product; scripts/landing-pictures takes the pictures. */
export function ProductPicture() {
  const forced = useForcedTheme();
  return (
    <div className="band">
      <svg className="ledger" aria-hidden="true">
        <defs>
          <pattern id="ledger" width="8" height="28" patternUnits="userSpaceOnUse">
            <path d="M0 27.5h8" stroke="var(--line)" strokeWidth="1" />
          </pattern>
        </defs>
        <rect width="100%" height="100%" fill="url(#ledger)" />
      </svg>
      <div className="wrap">
        <picture>
          {forced !== "light" && <Sources of={dark} media={forced ? [] : [darkScheme]} />}
          {forced !== "dark" && <Sources of={light} media={[]} />}
          <img
            className="shot"
            fetchPriority="high"
            src={light.wide[1]}
            width="1904"
            height="1352"
            alt="A finished upload: six files of one customer, each with a green light, beside the merged PDF."
          />
        </picture>
      </div>
    </div>
  );
}

function Sources({ of: { phone, wide }, media }: { of: typeof light | typeof dark; media: string[] }) {
  const onPhones = [narrow, ...media].join(" and ");
  const elsewhere = media.join(" and ") || undefined;
  return (
    <>
      <source media={onPhones} srcSet={phone[0]} type="image/avif" width="780" height="1520" />
      <source media={onPhones} srcSet={phone[1]} type="image/webp" width="780" height="1520" />
      <source media={elsewhere} srcSet={wide[0]} type="image/avif" />
      <source media={elsewhere} srcSet={wide[1]} type="image/webp" />
    </>
  );
}
