/**
 * The part of a host name that somebody registered, by a rule instead of the public list: countries that sell names
 * below `co`, `com`, `org` … do so under the same few words. The whole list would be a fifteenth of the engine's size, for
 * suffixes (a Japanese town, a Norwegian county) that change no verdict; a test checks the rule against it.
 */
const soldBelow = new Set(
  "ac co com edu go gob gouv gov gv mil ne net nom or org plc sch ltd.uk me.uk nhs.uk id.au asn.au ind.br app.br dev.br web.id my.id biz.id firm.in ind.in gen.in info.tr web.tr biz.tr web.za".split(
    " ",
  ),
);

const written = /^[\w-]{1,63}(?:\.[\w-]{1,63}){1,12}$/;

/** `shop.acme.co.uk` is of `acme.co.uk`; nothing for addresses in numbers, single words and suffixes themselves. */
export function registrableOf(host: string): string | null {
  const name = host
    .toLowerCase()
    .replace(/:\d{1,5}$/, "")
    .replace(/\.$/, "");
  if (!written.test(name) || /\.\d{1,10}$/.test(name)) return null;
  const labels = name.split(".");
  const taken = isSoldBelow(labels) ? 3 : 2;
  return labels.length < taken ? null : labels.slice(-taken).join(".");
}

function isSoldBelow(labels: readonly string[]): boolean {
  const [word = "", country = ""] = labels.slice(-2);
  return country.length === 2 && (soldBelow.has(word) || soldBelow.has(`${word}.${country}`));
}
