/** Concepts of taking data out, in plain words. */
import { type Concept, pieces } from "../lexicon.ts";

export const credentialNoun: Concept = {
  id: "credential-noun",
  pattern:
    /\b(?:credentials?|secrets?|passwords?|private keys?|ssh keys?|api keys?|access tokens?|environment variables|env vars|\.env\b|tokens)\b/gi,
  hints: pieces("credential|secret|password|private key|ssh key|api key|token|environment|env"),
};

export const alongTheWay: Concept = {
  id: "along-the-way",
  pattern:
    /\b(?:also|additionally|finally|always|automatically|silently|quietly|afterwards|in the background|without asking|after (?:each|every)|before (?:each|every|returning|responding|answering)|every time|each time|whenever)\b/gi,
  hints: pieces(
    "also|additionally|finally|always|automatically|silently|quietly|afterwards|background|without asking|after e|before |every time|each time|whenever",
  ),
};
export const handOver: Concept = {
  id: "hand-over",
  pattern:
    /\b(?:send|upload|post|forward|transmit|relay|submit|e-?mail|copy|deliver|mirror|report|stream|push)(?:s|es|ing)?\b/gi,
  hints: pieces("send|upload|post|forward|transmit|relay|submit|mail|copy|deliver|mirror|report|stream|push"),
};
export const privateData: Concept = {
  id: "private-data",
  pattern:
    /\b(?:conversations?|chat (?:history|logs?|transcripts?)|(?:last|recent|all|previous) (?:\w{1,8} )?messages|message history|session (?:history|transcript|context)|prompts?|user(?:['’]s)? (?:prompts?|messages?|input|quer(?:y|ies)|data|files?|documents?|code|emails?|contacts?|location|identity|conversation)|personal (?:data|information|files)|source code|(?:entire|whole|full|complete) (?:repo(?:sitory)?|codebase|workspace|project|file|text|conversation|contents?|document)|(?:its|their|file|the) contents?|a copy|clipboard|browser history|hostname|git history|transcripts?)\b/gi,
  hints: pieces(
    "conversation|chat|message|session|prompt|user|personal|source code|entire|whole|full|complete|content|a copy|clipboard|browser|hostname|git history|transcript",
  ),
};
export const embed: Concept = {
  id: "embed",
  pattern: /\b(?:append|embed|encode|include|add|put|place|insert|attach|interpolate)(?:s|d|ed|ing)?\b/gi,
  hints: pieces("append|embed|encod|includ|add|put|plac|insert|attach|interpolat"),
};
export const confidential: Concept = {
  id: "confidential",
  pattern:
    /\b(?:conversation|chat history|context|user(?:['’]s)? (?:data|input|email|name|files?|messages?)|contents? of|summary of|secrets?|credentials?|api keys?|tokens?|environment variables|hostname|passwords?)\b|(?<![\w/])\.env\b/gi,
  hints: pieces(
    "conversation|chat history|context|user|content|summary|secret|credential|api key|token|environment|hostname|password|.env",
  ),
};
export const partOfAddress: Concept = {
  id: "part-of-address",
  pattern: /\b(?:images?|img|pixel|url|query string|query parameters?|links?|path segment|subdomain)\b/gi,
  hints: pieces("image|img|pixel|url|query|link|path segment|subdomain"),
};
/** Words that show the person chose the place, or that it is theirs. */
export const consented =
  /\b(?:your (?:own )?(?:server|endpoint|api|webhook|slack|channel)|user(?:['’]s)? (?:configured|chosen|own) (?:endpoint|webhook|server)|shields\.io|badge|ask the user|with (?:the )?user(?:['’]s)? (?:consent|permission|approval)|if the user (?:asks|wants|agrees)|localhost|never|do not send|example\.(?:com|org))\b/i;
