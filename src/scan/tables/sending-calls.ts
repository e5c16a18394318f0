/** Calls that carry something away, in whatever language. */
export const sendingCalls: readonly RegExp[] = [
  /\b(?:requests|httpx|session|axios|got|ky|client|api)\.(?:post|put|patch)\(/i,
  /["'](?:POST|PUT)["']\s{0,3},\s{0,3}f?["'`]https?:/i,
  /\bmethod\s{0,3}[:=]\s{0,3}["'`](?:POST|PUT)/i,
  /-X\s?(?:POST|PUT)\b|-Method\s{1,3}(?:Post|Put)\b/i,
  /--(?:data(?:-\w{3,10})?|upload-file|form|post-data|post-file|json)\b/i,
  /\b(?:curl|wget)\b[^\n|]{0,160}\s-[a-zA-Z]{0,3}[dFT]\b/,
  /\bRequest\([^)]{0,160}\bdata\b|\burlopen\([^)\n]{0,80}\bdata\b/,
  /\bsendBeacon\(|\bsendall\(|\bUpload(?:String|File|Data)\b/,
  /\bInvoke-(?:RestMethod|WebRequest)\b[^\n]{0,80}-(?:Body|InFile)/i,
  /\b(?:Net::HTTP\.post|http\.Post\(|file_get_contents\([^\n]{0,120}stream_context)/,
  /\bcurl_setopt\([^\n]{0,40}CURLOPT_POSTFIELDS|->(?:post|request)\(/,
];
