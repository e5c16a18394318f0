/** What well-known functions of Python and JavaScript do with data: where it comes from, where it goes, what runs it. */
import { either, whole } from "../tables/compile.ts";

/** Sends its arguments over the network. */
const network = either([
  /^(?:requests|httpx|session|client|self\.session|axios|got|ky|superagent|needle|aiohttp|urllib3)(?:\(\))?\.(?:post|put|patch|request|get|send|delete)$/,
  /(?:^|\.)(?:ClientSession|Session|AsyncClient|Client)\(\)\.(?:post|put|patch|request|get)$/,
  /^(?:fetch|axios|got|ky|ofetch|\$fetch|node-fetch|request|urlopen|sendBeacon|undici\.(?:fetch|request))$/,
  /urllib\.request\.(?:urlopen|Request|urlretrieve)$/,
  /(?:^|\.)(?:sendall|sendto|sendmail|send_message|sendBeacon|storbinary|put_object|upload_file|upload_fileobj|putrequest|sftp\.put|open_sftp\(\)\.put|from_transport\(\)\.put)$/,
  /^https?\.(?:request|get)$/,
  /^(?:\w{1,30}\.)?(?:sock|socket|s|conn|ws|websocket|client_socket)\.(?:send|write|emit)$|^net\.request$/,
  /^webhook\.send$|(?:^|\.)(?:bot|telegram|tg|slack|discord|channel|chat|client|sqs|sns)\.sendMessage$/,
  /(?:^|\.)client\(\)\.(?:publish|send_message|send_email|put_item|put_records|invoke)$/,
  /(?:^|\.)(?:ph|posthog|analytics|mixpanel|amplitude|segment|telemetry|Sentry)\.(?:capture|track|identify|captureMessage|logEvent)$/,
  /(?:^|\.)(?:sendMail|append_rows?|gists\.create|createGist|publish\.single|sentry_sdk\.(?:set_context|set_extra|capture_message))$/,
  /(?:^|\.)ServerProxy\(\)\.\w{1,30}$|(?:^|\.)from\(\)\.(?:insert|upsert)$/,
]);

const networkRead =
  /^(?:requests|httpx|axios|got|urllib3)\.get$|urlopen$|^fetch$|^node-fetch$|^https?\.get$|urlretrieve$|\.get\(\)\.(?:text|content|json)$/;

/** Takes what another machine says, whenever it says it. */
const listener = either([
  /(?:^|\.)(?:getresponse|recv|recvfrom|recv_json|recv_string|makefile)$/,
  /^(?:socket\.create_connection|asyncio\.open_connection|net\.(?:connect|createConnection)|tls\.connect)$/,
  /^(?:WebSocket|EventSource|ws|ws\.WebSocket|websocket\.create_connection|websockets\.connect|socket\.io-client(?:\.io)?|io|XMLHttpRequest)$/,
]);

export function isNetwork(callee: string): boolean {
  return network.test(callee) || isLookup(callee);
}

/** Opens a line to a machine that is given by its name. */
const dialler = either([
  /^(?:(?:ftplib|ssl|aioftp)\.)?(?:FTP|FTP_TLS)$|^(?:smtplib|aiosmtplib)\.(?:SMTP|SMTP_SSL)$/,
  /^(?:\w{1,30}\.)?(?:create_connection|open_connection)$|(?:^|\.)SSHClient\(\)\.connect$/,
  /^paramiko\.Transport$|^net\.(?:connect|createConnection)$|^(?:http\.client\.)?HTTPS?Connection$/,
  /^telnetlib\.Telnet$/,
]);

export function isDialler(callee: string): boolean {
  return dialler.test(callee);
}

export function isRemoteSource(callee: string): boolean {
  return networkRead.test(callee) || network.test(callee) || listener.test(callee);
}

/** Takes text and runs it as code of its own language. */
const codeRunner = whole(String.raw`
  exec eval compile (?:builtins|__builtins__)\.(?:exec|eval) Function getattr\(\) new\sFunction
  (?:globalThis|window|global|self|top|frames)\.(?:eval|Function) [\w.()]{1,60}\._compile marshal\.loads
  vm\.(?:runInNewContext|runInThisContext|runInContext|Script|compileFunction) types\.FunctionType setTimeout\.text
`);

export function isCodeRunner(callee: string): boolean {
  return codeRunner.test(callee);
}

/** Takes text and runs it as a shell command. */
const shellRunner = whole(String.raw`
  get_ipython\(\)\.(?:system|system_raw|getoutput) os\.(?:system|popen|exec[lv]p?e?|spawn[lv]p?e?|posix_spawnp?)
  subprocess\.(?:run|call|Popen|check_output|check_call|getoutput|getstatusoutput) commands\.getoutput pty\.spawn
  (?:child_process|cp|childProcess)\.(?:exec|execSync|spawn|spawnSync|execFile|execFileSync) exec execSync execa
  shelljs\.exec Bun\.spawn asyncio\.create_subprocess_shell pexpect\.spawn Deno\.Command \$\x60\x60
`);

export function isShellRunner(callee: string, language: "python" | "javascript"): boolean {
  if (callee === "exec" || callee === "execSync" || callee === "execa") return false;
  return shellRunner.test(callee) && (language === "javascript" || !callee.startsWith("cp."));
}

const credentialSource = either([
  /(?:^|\.)(?:get_frozen_credentials|get_session_token|dump_credentials|storageState|storage_state)$/,
  /(?:^|\.)(?:launchPersistentContext|launch_persistent_context)\(\)\.cookies$/,
  /^(?:ctx|context|browserContext|browser_context)\.cookies$|^(?:chrome|browser)\.cookies\.getAll$/,
  /^(?:browser_cookie3|browsercookie|rookiepy|pycookiecheat|chrome-cookies-secure|sweet-cookie)\.\w{2,20}$/,
]);

/** Hands out the keys that a program runs with. */
export function isCredentialSource(callee: string): boolean {
  return credentialSource.test(callee);
}

/** Looks a name up: what the name is made of reaches whoever answers for it. */
export function isLookup(callee: string): boolean {
  return /^dns(?:\/promises|\.promises)?\.(?:resolve|lookup)\w{0,8}$|^dns\.resolver\.(?:resolve|query)$|^(?:res|resolver)\.(?:resolve|query)$|^socket\.(?:gethostbyname|getaddrinfo)$/.test(
    callee,
  );
}

/** Turns encoded data into plain. */
const decoder = either([
  /(?:^|\.)(?:(?:urlsafe_|standard_)?b64decode|b(?:32|85|16)decode|a85decode|decodebytes|unhexlify|fromhex|decompress)$/,
  /(?:^|\.)(?:fromCharCode|fromCodePoint|atob|operator\.xor|(?:inflate|gunzip|unzip|brotliDecompress)Sync|a2b_base64|rot13|reversed?)$/,
  /^(?:codecs\.decode|Buffer\.from|(?:zlib|bz2|lzma|gzip)\.decompress|chr|decodeURIComponent|unescape)$/,
  /^(?:marshal\.loads|Fernet\(\)\.decrypt)$/,
]);

export function isDecoder(callee: string): boolean {
  return decoder.test(callee);
}

/** Its result says nothing of what went in. */
const neutral = whole(String.raw`
  len isinstance type bool int float print range min max sum hash id hasattr console\.\w{1,12}
  logging\.\w{1,12} logger\.\w{1,12} os\.path\.exists exists existsSync Boolean Number parseInt
  Object\.keys\(\)\.length time\.\w{1,12} datetime\.\w{1,20} sys\.exit process\.exit ast\.literal_eval
  json\.loads\(\)\.keys hashlib\.\w{1,12} shlex\.quote re\.compile
`);

export function isNeutral(callee: string): boolean {
  return neutral.test(callee);
}

const unsafeLoad =
  /^(?:pickle|cPickle|dill|cloudpickle|joblib|shelve|jsonpickle)\.(?:loads?|open|decode)$|^yaml\.(?:load|unsafe_load|full_load)$|^torch\.load$|^node-serialize\.unserialize$|^marshal\.load$/;

export function isUnsafeLoad(callee: string): boolean {
  return unsafeLoad.test(callee);
}

const caller =
  /^(?:input|raw_input|sys\.argv|process\.argv|request\.(?:args|form|json|data|get_json|query|body|params)|req\.(?:body|query|params)|flask\.request\.\w{1,12}|prompt)$/;

export function isCallerInput(name: string): boolean {
  return caller.test(name);
}

export function isSqlRunner(callee: string): boolean {
  return /(?:^|\.)(?:execute|executemany|executescript|raw|query)$/.test(callee);
}

/** Names that nobody puts together from pieces, except to hide them. */
const worthSpelling = whole(`
  eval exec execSync execFile spawnSync Function constructor child_process system popen Popen
  subprocess __import__ __builtins__ builtins os require fromCharCode check_output urlopen process
  mainModule
`);

export function isWorthSpelling(name: string): boolean {
  return worthSpelling.test(name);
}

/** Runs a file, given by its path. */
export function isFileRunner(callee: string): boolean {
  return /^(?:runpy\.run_path|execfile|importlib\.util\.spec_from_file_location|import|require|ctypes\.(?:CDLL|cdll\.LoadLibrary)|os\.startfile|(?:importlib\.machinery\.)?SourceFileLoader|imp\.load_source)$/.test(
    callee,
  );
}

/** Loads a module by its name. */
export function isLoader(callee: string): boolean {
  return /^(?:__import__|importlib\.import_module|require|import|getattr)$/.test(callee);
}

/** Makes data unreadable for whoever has no key. */
export function isEncrypter(name: string): boolean {
  return /^(?:encrypt|encryptor|createCipheriv|seal|encrypt_and_digest|SecretBox)$/.test(name);
}
