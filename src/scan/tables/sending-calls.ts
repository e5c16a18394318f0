/** Calls that carry something away, in whatever language, each with an example. */
export const sendingRows: ReadonlyArray<readonly [pattern: RegExp, example: string]> = [
  [/\b(?:requests|httpx|session|axios|got|ky|client|api)\.(?:post|put|patch)\(/i, 'requests.post("x")'],
  [/["'](?:POST|PUT)["']\s{0,3},\s{0,3}f?["'`]https?:/i, '"POST", "https://x'],
  [/\bmethod\s{0,3}[:=]\s{0,3}["'`](?:POST|PUT)/i, 'method: "POST"'],
  [/-X\s?(?:POST|PUT)\b|-Method\s{1,3}(?:Post|Put)\b/i, "curl -X POST"],
  [/--(?:data(?:-\w{3,10})?|upload-file|form|post-data|post-file|json)\b/i, "curl --data @f"],
  [/\b(?:curl|wget)\b[^\n|]{0,160}\s-[a-zA-Z]{0,3}[dFT]\b/, "curl -F f=@x"],
  [/\bRequest\([^)]{0,160}\bdata\b|\burlopen\([^)\n]{0,80}\bdata\b/, "Request(url, data=d)"],
  [/\bsendBeacon\(|\bsendall\(|\bUpload(?:String|File|Data)\b/, "navigator.sendBeacon(u, d)"],
  [/\bInvoke-(?:RestMethod|WebRequest)\b[^\n]{0,80}-(?:Body|InFile)/i, "Invoke-RestMethod -Uri $u -Body $b"],
  [
    /\b(?:Net::HTTP\.post|http\.Post\(|file_get_contents\([^\n]{0,120}stream_context)/,
    "Net::HTTP.post(uri, d)",
  ],
  [
    /\bcurl_setopt\([^\n]{0,40}CURLOPT_POSTFIELDS|->(?:post|request)\(/,
    "curl_setopt($c, CURLOPT_POSTFIELDS, $d)",
  ],
];

export const sendingCalls: readonly RegExp[] = sendingRows.map(([pattern]) => pattern);
