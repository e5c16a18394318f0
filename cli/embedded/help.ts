/** What `serve --help` prints. */
import { exitCodeHelp } from "../exit-codes.ts";

export const help = `usage: npm start [-- options]     (or: vskill-platform serve [options])

Starts the embedded server: the production bundle in workerd, on this machine, with all data in one folder.

options
  --port N         port to listen on; 0 picks a free one            (default 8787)
  --host ADDRESS   address to listen on; 0.0.0.0 opens it to others (default 127.0.0.1)
  --data DIR       the one folder that holds all data               (default .vskill)
  --no-examples    do not submit the example skills at the first start
  --json           only JSON lines on stdout, one of them when it is ready; what is for people, and the token of
                   a first start, goes to stderr; a failure is {"error","message"} there
  --help           this text

environment
  ADMIN_TOKEN      the admin token to accept, at least 16 characters; otherwise the data folder's own,
                   made and shown at its first start
  PUBLIC_URL       the address that links and feeds give out, such as https://skills.example.org
  TRUSTED_PROXY    the header in which a proxy in front tells the caller's address (default: none)
  RATE_LIMITS      requests that one caller may make in a minute (default read=600,write=30)
  GITHUB_API_URL   base of the GitHub API (default https://api.github.com)
  GITHUB_TOKEN     lifts GitHub's rate limit; sent to that API only
  GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET
                   an OAuth app, to offer signing in with GitHub (callback: /sign-in/github/callback)
  GITHUB_URL       where people sign in (default https://github.com)
  ADMIN_GITHUB_USERS  comma-separated admins, each id:NUMBER or login:NAME of a GitHub user (default: nobody)
  ALLOW_HOSTS      comma-separated host[:port] list that sources may come from although it is not public
  DNS_RESOLVER_URL  DNS over HTTPS in JSON, such as https://cloudflare-dns.com/dns-query; lets owners prove
                   their site's name by a TXT record (default: not offered)
  EXTERNAL_SCANNERS  JSON list of outside scanners, such as [{"name":"semgrep","url":"http://127.0.0.1:9000/"}];
                   without a url a scanner pulls its work
  WEBHOOK_SECRET   signs what they send back, at least 16 characters; nothing is taken without it
  SECURITY_CONTACT  https: or mailto: address for security.txt (default: the report page alone)
  RETENTION_DAYS   days that bytes of refused submissions are kept (default 30)

examples
  npm start -- --port 9000 --data /srv/vskill
  vskill-platform serve --host 0.0.0.0 --no-examples
  vskill-platform serve --port 0 --json            a free port; its address in the line with "event":"ready"

${exitCodeHelp("server")}`;
