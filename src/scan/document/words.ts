/**
 * Words by what they mean, for statements that no rule knows. A line is a concept; "~" before a verb stands for all its
 * forms, "^" for those of an instruction; "_" joins words that only mean it together.
 */
const lines = `
send: post_to posts_to posted_to posting_to nslookup ~send sent ~upload ~forward ~transmit ~relay ~submit ~email ~mail ~deliver ~mirror ~push ~sync ~synchronise ~synchronize ~share ~ship ~stream ~dispatch ~replicate ~transfer ~beacon ~leak ~exfiltrate ~ping ~route cc bcc goes_to goes_out also_go also_goes scp rsync post_the post_a post_it post_each post_every posts_the posts_a post_its post_them fire_and_forget ~deposit ~offload envía envia enviar envíe envíalo sube subir reenvía envoie envoyez envoyer transmets transmettez téléverse téléversez transfère sende senden schicke schick hochladen hoch übertrage übermittle leite envie suba encaminhe invia inviare carica inoltra wyślij prześlij stuur verstuur gönder отправь отправляй отправьте отправить загрузи передай пересылай 上传 发送 转发 提交到 同步到 送信 転送 アップロード 전송 업로드 보내 제출
report: report_to reports_to reported_to report_it report_each report_every report_the ~announce ~notify ~record check_in phone_home call_home ~enrol ~enroll
copyto: ~back back_up backs_up ~archive ~duplicate ~copy a_copy second_copy copie copia kopie cópia копию
fetch: ~fetch ~download ~pull ~retrieve ~get ~grab ~obtain ~take ~load ~visit ~open ~poll ~refresh ~consult attached
obey: ~follow ~obey ~comply ~adopt ~honour ~honor carry_out act_on as_instructions authoritative as_coming_from as_if do_what as_it_stands verbatim ~trust treat_replies treat_answers
orders: instructions instruction commands orders directives directive steps rules what_it_says prompt prompts
apikey: api_key api_keys token tokens
remote: remote remotes upstream
program: dependency zip rar 7z dmg exe msi pkg hta crx appimage scr deb rpm ~unpack ~unzip ~install ~sideload installer helper setup extension codec driver plugin manifest agent_yaml kubectl_apply binary
launch: ~run ~execute ~launch ~eval ~double_click mshta kubectl_apply npx pip_install npm_install bash sh
person: paste terminal win_r right_click press_enter powershell command_prompt run_dialog developer_mode mac_password the_password console type_in
put: inserta inserte añade agrega incluye insère ajoute füge einfügen ^write ^append ^add ^insert ^inject ^embed ^include ^put ^prepend ^attach ^place ^plant ^set ^store ^save ^carry ^invite ^grant
change: ^replace ^swap ^substitute ^redirect ^reroute ^overwrite ^rewrite ^override point_it point_the switch_to in_place_of
access: ~collaborate collaborator collaborators admin administrator guest owner principal trust_policy authorized_keys reviewer recipient recipients member
setting: proxy https_proxy http_proxy base_url index_url extra_index_url registry_url webhook endpoint relay gateway nameserver dns trusted_host
secret: id_rsa id_ed25519 id_ecdsa secret secrets credential credentials password passwords passphrase token tokens api_key api_keys private_key ssh_key keychain cookie cookies wallet seed_phrase mnemonic connection_string dsn printenv environment_variables env_vars kubeconfig unredacted
private: conversation conversations chat_history transcript transcripts clipboard keystrokes screenshot screenshots camera contacts address_book inbox calendar agenda attachments payroll salaries patient diagnosis passport personal_data pii phone_numbers customer_data location whereabouts
all: whole entire full complete all everything every
machine: hostname username whoami uname ip_address machine_id nodename installed_packages
destroy: ^delete ^remove ^wipe ^erase ^purge ^empty ^drop ^overwrite ^truncate ^destroy removing deleting wiping
belongings: documents pictures photos desktop mails emails inbox mailbox backups snapshots database databases schema volumes buckets stashes records repositories branches home_folder home_directory contacts
ask: ~ask ~confirm confirmation permission approval dry_run preview list_them list_the
document: pdf form forms data_json spreadsheet report statement statements contract invoice index_csv
money: payment payments invoice invoices iban bic bank refund refunds payout price fee fees ~buy ~pay paid ~charge donation commission amount balance funds ~tip deposit beneficiary payee
`;

/** Forms of a verb, regular ones; irregular forms stand in the list. */
function formsOf(verb: string): string[] {
  const e = verb.endsWith("e");
  const y = /[^aeiou]y$/.test(verb);
  const doubled = /[^aeiou][aeiou][bdgmnprt]$/.test(verb) ? verb + verb.at(-1) : verb;
  const stem = e ? verb.slice(0, -1) : doubled;
  return [
    verb,
    y ? `${verb.slice(0, -1)}ies` : /(?:s|x|z|ch|sh)$/.test(verb) ? `${verb}es` : `${verb}s`,
    y ? `${verb.slice(0, -1)}ied` : `${stem}ed`,
    `${stem}ing`,
    ...(doubled === verb || e ? [] : [`${verb}ed`, `${verb}ing`]),
  ];
}

function formsOfWord(word: string): string[] {
  if (word.startsWith("~")) return formsOf(word.slice(1));
  return word.startsWith("^") ? formsOf(word.slice(1)).slice(0, 2) : [word];
}

/** Concepts of a word, or of up to four words joined by "_". */
export const lexicon: ReadonlyMap<string, readonly string[]> = build();

function build(): Map<string, string[]> {
  const of = new Map<string, string[]>();
  for (const line of lines.trim().split("\n")) {
    const [concept = "", words = ""] = line.split(": ");
    for (const form of words.split(" ").flatMap((word) => formsOfWord(word))) {
      const known = of.get(form) ?? [];
      if (!known.includes(concept)) of.set(form, [...known, concept]);
    }
  }
  return of;
}
