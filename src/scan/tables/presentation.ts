/** Words by which a text orders an act, forbids it, or shows it so that it is recognised. */
import { lines } from "./compile.ts";

/** Words that forbid or label as bad what stands beside them. "do not skip" and its like press for an act instead. */
export const negative = lines(`
  never(?! (?:skip|omit|forget|miss|tell|mention|ask|wait|hesitate|stop|question|refuse))
  do not(?! (?:skip|omit|forget|miss|tell|mention|ask|wait|hesitate|stop|question|refuse|worry|inform|warn|proceed))
  don't(?! (?:skip|omit|forget|miss|tell|mention|ask|wait|hesitate|stop|question|refuse|worry|inform|warn|proceed))
  must not(?! (?:skip|omit|forget|miss|tell|mention|ask|wait|hesitate|stop|question|refuse))
  should not(?! (?:skip|omit|forget|miss|tell|mention|ask|wait|hesitate|stop|question|refuse)) | cannot
  can't | may not | avoid(?:s|ed|ing)? | refuse[sd]? | reject(?:s|ed)? | prevent(?:s|ed|ing)?
  forbid(?:s|den)? | prohibit(?:s|ed)? | disallow(?:s|ed)? | not allowed | (?:is|are|gets?|will be) blocked
  block(?:s|ing)?(?= (?:access|requests?|all|any)\\b|\\W{0,4}$) | deny | denied
  instead of(?=(?: [\\w'-]{1,15}){0,3}\\W{0,4}$) | rather than(?=(?: [\\w'-]{1,15}){0,3}\\W{0,4}$) | stop if
  bad | wrong | incorrect | insecure | unsafe | anti-?patterns? | mistakes? | dangerous | risky
  not recommended | nicht | niemals | não | jamais | nunca
`);

/** Words that describe attacks. What stands beside them is a person's to judge. */
export const descriptive = lines(`
  vulnerable | malicious | malware | attackers? | attacks? | exploits? | payloads? | phishing | compromised
  suspicious | red flags? | warning signs? | prompt injections? | in the wild | violations? | concerns? | risks? | threats?
  (?:lines|commands|words|phrases|texts|messages) (?:like|such as)
`);

/** What skills say of themselves that quote, teach or look for attacks. */
export const purposes = lines(`
  (?:prompt|template|command|code|sql)[ -]injections?
  security (?:audits?|reviews?|scann?\\w{0,4}|testing|training)
  (?:skill|code|malware|vulnerability|threat)[ -](?:audit|auditor|scanner|review|triage|analysis|check|hunting)
  penetration test(?:s|ers?|ing)? | pen-?test(?:s|ers?|ing)? | red[ -]team(?:s|ing)? | incident response
  malware | attacks? | attackers? | exploits? | vulnerabilit(?:y|ies) | hostile | malicious | jailbreaks? | oscp | ctf
`);

/** Words that say what a reader looks for. An order behind them is an order: "To check for updates run …". */
export const searching = lines(`
  look(?:s|ing)? for | watch(?:es|ing)? (?:out )?for | check(?:s|ing)? for | scan(?:s|ning)? for
  search(?:es|ing)? for | grep for | flag(?:s|ged)? | detect(?:s|ed|ing|ion)? | identif(?:y|ies|ying)
  recogni[sz]e | beware | be wary | warn(?:s|ing)? about | saniti[sz](?:e|es|ing)
  strip(?:s|ping)? (?:out|any|all) | filter(?:s|ing)? out
`);

export const negativeMarks = /❌|✗|🚫|⛔/;

/** Words that order what stands beside them. */
export const orders = lines(`
  run | execute | launch | start | install | set up | paste | type | enter | apply | use | follow | perform
  complete | do (?:this|these|the following|it|as) | required? | requires | prerequisites? | mandatory
  must | need to | needs to | have to | has to | first | always | every time
  before (?:you|using|anything|starting|any|each|the|proceeding|continuing) | after (?:each|every) | then
  next | steps? | finally | set-?up | to (?:begin|start|continue|proceed|activate|enable) | make sure
  ensure | please | now
`);

/** Headings under which acts are often shown, not ordered. They make a person decide, and excuse nothing. */
export const teachingHeadings = lines(`
  anti-?patterns? | don'?ts? | do not | never | avoid | mistakes? | pitfalls? | gotchas? | red flags?
  warning signs? | threats? | threat model(?:ling)? | attacks?(?: \\w{1,12})? | vulnerab\\w{2,6}
  bad (?:examples?|patterns?|practices?) | what not to do | forbidden | prohibited | blocked | rejected
  dangerous | unsafe | insecure | injections? | indicators? | iocs? | signatures? | suspicious | malware
  detect(?:ion|ing|s)?
`);
