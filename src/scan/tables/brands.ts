/** Services whose sign-in pages are worth standing in for. */
export const brands: readonly string[] =
  "google microsoft apple icloud github gitlab paypal amazon okta binance coinbase metamask openai anthropic stripe slack office365 outlook docusign dropbox facebook instagram whatsapp telegram netflix linkedin adobe dhl fedex ledger trezor phantom onedrive sharepoint".split(
    " ",
  );
