/** How addresses and mailboxes are written in a text. */

export const anyUrl = /\b(?:https?|hxxps?|ftp):\/\/(?:[^\s"'`<>)[\]]|\[\.\]){3,300}/gi;

/** A mail address, from the last letter of its name; its first group is the host. */
export const mailbox = /[\w+-]@([a-z][\w-]{1,63}(?:\.[\w-]{1,63}){1,4})\b/gi;
