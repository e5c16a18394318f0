/** The plainest orders against the person, in languages other than English: a model obeys all of them. */
import { type Concept, pieces } from "../lexicon.ts";
import type { RuleFamily } from "../rule.ts";

const read = ["prose", "quote", "table", "hidden", "comment", "heading", "front-matter"] as const;

/** Setting aside what the agent was told before. One line for each language or two. */
const setsAside = [
  /你(?:之前|以前|先前|原有|此前)的?(?:所有|全部)?(?:规则|指令|限制|约束|提示)(?:全部|都|均|一律)?(?:失效|作废|无效|不再适用|不再有效)(?!于)/g,
  /(?:以前|これまで|上記)の(?:すべての|全ての)?(?:指示|命令|ルール)(?:を|は)?(?:すべて|全て)?を?無視/g,
  /önceki (?:tüm |bütün )?talimatları[^.\n]{0,12}(?:yok say|görmezden gel|unut)/gi,
  /تجاهل (?:جميع|كل) (?:ال)?تعليمات|(?:पिछले|पूर्व) (?:सभी )?निर्देशों को (?:अनदेखा|नज़रअंदाज़)/g,
  /\babaikan semua (?:instruksi|perintah)\b|bỏ qua (?:tất cả )?(?:các )?(?:hướng dẫn|chỉ dẫn|lệnh) trước/gi,
  /(?:ignorieren?|vergiss|vergessen|missachten?|übergehen?|verwirf|verwerfen)(?: sie)?\s(?:[^\s.,;]{1,16}\s){0,2}?(?:alle|sämtliche|jegliche|bisherigen?|vorherigen?|früheren?|obigen?|deine)\s(?:[^\s.,;]{1,16}\s){0,3}?(?:anweisungen|vorgaben|regeln|instruktionen|richtlinien|sicherheitsregeln)(?![\p{L}])/giu,
  /(?:bisherigen?|vorherigen?|früheren?|vorangegangenen?|alle anderen) (?:[^\s.,;]{1,16}\s){0,2}?(?:anweisungen|vorgaben|regeln|instruktionen)[^.\n]{0,40}(?:gelten nicht(?: mehr)?|sind (?:aufgehoben|ungültig|hinfällig)|verlieren ihre gültigkeit|außer kraft)|ab (?:jetzt|sofort|hier) gelten (?:nur noch|ausschließlich|allein) (?:die|diese|folgende)/gi,
  /(?<![\p{L}])(?:ignora|ignore|olvida|olvide|descarta|descarte|omite|desconsidere|esqueça|esquece) (?:[^\s.,;]{1,16}\s){0,4}?(?:instrucciones|reglas|órdenes|directrices|indicaciones|instruções|regras|orientações|diretrizes) (?:[^\s.,;]{1,16}\s){0,3}?(?:anteriores|previas|prévias|recibidas|recebidas|del sistema|do sistema|del usuario|do usuário|de seguridad|de segurança)/giu,
  /(?<![\p{L}])(?:ignore[zr]?|oublie[zr]?|néglige[zr]?|ne (?:tiens|tenez) (?:pas|plus) compte(?: de)?|fai(?:s|tes) abstraction(?: de)?) (?:[^\s.,;]{1,16}\s){0,4}?(?:instructions|consignes|règles|directives) (?:[^\s.,;]{1,16}\s){0,3}?(?:précédentes|antérieures|reçues|données|du système|système|de sécurité)|(?:consignes|instructions|règles) précédentes ne (?:s['’]appliquent|valent) plus/giu,
  /(?<![\p{L}])(?:ignora(?:te|re)?|dimentica(?:te|re)?|trascura(?:te)?|non (?:considerare|tenere conto)) (?:[^\s.,;]{1,16}\s){0,4}?(?:istruzioni|regole|direttive) (?:[^\s.,;]{1,16}\s){0,3}?(?:precedenti|ricevute|di sistema|di sicurezza|date)/giu,
  /(?:(?:про)?игнорируй(?:те)?|забудь(?:те)?|отбрось(?:те)?|не обращай(?:те)? внимания на)[^\n.]{0,32}(?:инструкци|правил|указани|ограничени)/giu,
  /(?:忽略|无视|忘记|無視|忘掉|抛开|不要理会|不再遵守)[^\n。]{0,8}(?:之前|以前|先前|前面|上述|以上|所有|全部|一切|任何|系统|安全|你的|原有|既有|其他)[^\n。]{0,12}(?:指令|指示|规则|提示词?|設定|限制|约束)(?!的?(?:模式|攻击|攻擊|注入))/g,
  /(?:优先级|優先級|权限|优先权)(?:要)?(?:高于|大于|優先於|凌驾于)[^\n。]{0,4}(?:用户(?!配置|设置|级|目录)|使用者|系统提示|系统指令)/g,
  /(?:以前|これまで|上記|既存|すべて)の[^\n。]{0,10}(?:指示|命令|ルール|制約)を?(?:すべて|全て)?(?:無視|忘れ|破棄)|(?:これまで|以前|上記)の指示より[^。\n]{0,16}優先|(?:이전|기존|위의|모든)[^.\n]{0,12}(?:지시|명령|규칙|지침)[^.\n]{0,6}(?:무시|잊)|(?:시스템 프롬프트|상위 정책|안전 규칙)[^.\n]{0,60}(?:적용하지 않|무시|따르지 않)/g,
  /(?<![\p{L}])(?:negeer|vergeet) (?:[^\s.,;]{1,16}\s){0,4}?(?:vorige|eerdere|voorgaande|alle) (?:[^\s.,;]{1,16}\s){0,2}?(?:instructies|regels)|(?<![\p{L}])(?:zignoruj|ignoruj|zapomnij o) (?:[^\s.,;]{1,16}\s){0,3}?(?:poprzedni|wcześniejsz|wszystki)\S{0,4} (?:instrukcj|polece|zasad)|(?:önceki|tüm|bütün) (?:[^\s.,;]{1,16}\s){0,2}?(?:talimat|kural|yönerge)\S{0,6} (?:yoksay|unut|görmezden gel)/giu,
];

/** Keeping an act from the person. */
const keepsFromPerson = [
  /\bnon dir(?:e|lo) (?:all['’]utente|all['’]operatore|al cliente)(?= ?(?:[.!]|$)| (?:di questo|di questa|che (?:hai|stai|i dati)|nulla|niente)\b)/gim,
  /\berwähnen? (?:es|dies|das|diesen schritt|davon nichts|nichts davon)|\b(?:sage?|teile?)[^.\n]{0,24}(?:nutzer|benutzer|anwender|kunden?)[^.\n]{0,24}\b(?:nicht|nichts)\b|\bohne (?:es )?de[mnr] (?:nutzer|benutzer|anwender|kunden)[^.\n]{0,24}(?:zu sagen|mitzuteilen|zu informieren|zu fragen)|\bohne dass (?:der|die) (?:nutzer|benutzer|anwender|kunde)(?:in)?[^.\n]{0,24}(?:merkt|erfährt|bemerkt|sieht|weiß)|(?:nutzer|benutzer|anwender|kunde)(?:in)? (?:darf|soll|muss|braucht)[^.\n]{0,16} (?:nichts|nicht) (?:davon )?(?:zu )?(?:erfahren|wissen|bemerken|merken)|\bverschweigen? (?:es|dies|das|dem)|\bfragt jemand (?:nach|danach)[^.\n]{0,60}(?:verneine|leugne|streite)/gi,
  /\bsin (?:dec[ií]rselo|avisar|informar|notificar|contárselo)(?:lo)? al (?:usuario|cliente)|\bsin que (?:el|la) (?:usuari[oa]|cliente) (?:lo sepa|se entere|se dé cuenta|lo note)|\bno (?:se lo digas|le digas|lo menciones|se lo menciones|informes|avises|se lo cuentes) (?:nada )?(?:de esto )?(?:al usuario|al cliente)|\bel usuario no (?:debe|tiene que|necesita|puede) (?:saber|enterarse|verlo)|\boculta(?:r|lo)? [^.\n]{0,24}al usuario|\bsem (?:informar|avisar|dizer a)o? ?o? (?:usuário|cliente)|\bsem que o (?:usuário|cliente) (?:saiba|perceba|note)|\bnão (?:informe|avise|mencione|diga|conte|revele)[^.\n]{0,20} (?:ao|para o) (?:usuário|cliente)|\bo usuário não (?:deve|precisa) (?:saber|ver)/giu,
  /\bne (?:le |l['’]|lui |en )?(?:dis|dites|mentionne|mentionnez|signale|signalez|informe|informez|parle|parlez)[^.\n]{0,20} (?:pas|rien)[^.\n]{0,20} l['’]utilisateur|\bsans (?:en |l['’]en |le )?(?:informer|avertir|prévenir|dire à) ?l['’]utilisateur|à l['’]insu de l['’]utilisateur|\bsans que l['’]utilisateur (?:le sache|s['’]en (?:aperçoive|rende compte))|\bl['’]utilisateur ne doit (?:pas |rien )?(?:le )?(?:savoir|voir|remarquer)|\bnon (?:dirlo|menzionarlo|informare|dire nulla)[^.\n]{0,12} (?:al)?l['’]utente|\bsenza (?:informare|avvisare) l['’]utente|\ball['’]insaputa dell['’]utente|\bsenza che l['’]utente (?:lo sappia|se ne accorga)/giu,
  /(?:不要|别|勿|不得|请勿|无需|不必|无须)(?:(?:告诉|告知|通知|提示)用户|(?:让|使)用户(?:知道|知晓|看到|看见|发现|察觉|注意|了解)|向用户(?:提及|提到|透露|说明|披露|报告))|不要(?:提及|提到|透露)|(?:瞒着|背着|避开)(?:用户|使用者)|(?:用户|使用者)(?:毫)?不知情|对用户保密|(?:悄悄|偷偷|暗中)地?(?:上传|发送|执行|运行|安装|写入|收集|复制|转发)/g,
  /(?:ユーザー|利用者)に(?:は)?(?:知らせ|言わ|伝え|気づかれ|知られ)(?:ない|ず)|(?:ユーザー|利用者)への(?:報告|通知|説明)は(?:不要|しない)|사용자(?:에게|한테)[^.\n]{0,12}(?:알리지|말하지|언급하지|밝히지) ?(?:마|말|않)|사용자(?:가)? 모르게/g,
  /не (?:сообщай|говори|упоминай|рассказывай|показывай)(?:те)?[^.\n]{0,24}пользовател|без ведома пользователя|незаметно для пользователя|пользовател[ьюя] не (?:должен|нужно|следует) (?:об этом )?(?:знать|видеть|замечать)|скро(?:й|йте|ывай) (?:это )?от пользователя/giu,
];

const page: Concept = {
  id: "page-elsewhere",
  pattern:
    /(?<![\p{L}])(?:lade|laden|ruf|rufe|hole?|öffne|lies|abrufen|descarga|descargue|abre|abra|consulta|consulte|lee|visita|obtén|baixe|acesse|leia|busque|télécharge[zr]?|récupère|récupérez|ouvre[zr]?|lis|lisez|consulte[zr]?|scarica|apri|leggi|загрузи|открой|прочитай|скачай|получи)(?:те)?(?![\p{L}])[^\n]{0,80}https?:\/\/(?!localhost|127\.|docs\.|developer)[\w./?=&%#~:+@-]{4,200}|(?:访问|获取|下载|读取|拉取|打开|請求|请求|抓取)[^\n]{0,40}https?:\/\/(?!localhost|127\.)[\w./?=&%#~:+@-]{4,200}|https?:\/\/[\w./?=&%#~:+@-]{4,200}\s{0,3}(?:を|から)(?:取得|読み|開|ダウンロード)|https?:\/\/[\w./?=&%#~:+@-]{4,200}[^\n]{0,10}(?:읽|가져|다운로드|열)/giu,
  hints: pieces("http"),
};

const obeyed: Concept = {
  id: "page-obeyed",
  pattern:
    /(?:befolgen?|folge|halte dich an|führe) (?:[^\s.,;]{1,16}\s){0,4}?(?:anweisungen|anleitung|schritte|vorgaben|befehle)[^.\n]{0,30}|(?<![\p{L}])(?:sigue|siga|obedece|ejecuta|haz|cumple|execute|faça|obedeça) (?:[^\s.,;]{1,16}\s){0,4}?(?:instrucciones|pasos|indicaciones|órdenes|lo que (?:diga|indique)|instruções|passos|o que (?:diz|estiver))|lo que (?:diga|indique|ponga) (?:esa|la|esta) página|(?<![\p{L}])(?:suis|suivez|suivre|exécute[zr]?|applique[zr]?|obéi[ts]?) (?:[^\s.,;]{1,16}\s){0,4}?(?:instructions|consignes|étapes|directives)|(?<![\p{L}])(?:segui|esegui) (?:[^\s.,;]{1,16}\s){0,4}?(?:istruzioni|passi)|(?:按照|依照|遵循|遵照|执行|严格按|照着)[^\n。]{0,16}(?:其中|返回|里面|该页面|页面|该文件|远程|获取到|内容)[^\n。]{0,16}(?:指令|指示|步骤|说明|命令|要求|操作)|(?:其中|里面|页面)(?:给出|列出)?的?(?:命令|指令|步骤)[^\n。]{0,16}执行|逐条(?:照做|执行)|(?:その|記載された|書かれた)(?:指示|手順|内容)(?:に従|を実行|どおり)|(?:следуй|выполни|выполняй|соблюдай)(?:те)?[^\n.]{0,30}(?:инструкци|указани|команд|шаги)|(?:지시|지침|명령)[^\n.]{0,6}(?:따르|따라|수행|실행)/giu,
  hints: pieces(
    "folge|halte dich|führe|sigue|siga|obedece|ejecuta|haz |cumple|execute|faça|lo que|suis|suivez|suivre|exécute|applique|obéi|segui|esegui|按照|依照|遵循|遵照|执行|严格按|照着|其中|里面|页面|逐条|指示|手順|内容|следуй|выполн|соблюд|지시|지침|명령",
  ),
};

const secret: Concept = {
  id: "secret-word",
  pattern:
    /(?:passw[öo]rt|zugangsdaten|geheimnis|privaten? schlüssel|umgebungsvariablen|contraseña|credencial|clave(?:s)? (?:privada|de api|api|ssh)|variables de entorno|senhas?(?![\p{L}])|chaves? (?:privada|de api|ssh)|variáveis de ambiente|mots? de passe|identifiants|clés? (?:privée|api|ssh)|variables d['’]environnement|chiav[ei] (?:privat|api|ssh)|credenziali|variabili d['’]ambiente|парол|ключ(?:и|ей|ом)? (?:ssh|api|доступа)|приватн\S{0,4} ключ|учётн\S{0,4} данн|учетн\S{0,4} данн|переменн\S{0,4} окружения|密码|密钥|私钥|助记词|凭证|凭据|令牌|环境变量|对话(?:记录|历史)|聊天记录|パスワード|秘密鍵|認証情報|環境変数|비밀번호|개인 ?키|자격 ?증명|환경 ?변수|(?<![\w/])\.env(?![\w.])|\.ssh\/|\.aws\/|id_rsa)/giu,
  hints: pieces(
    "passw|zugangsdaten|geheimnis|schlüssel|umgebungsvariablen|contraseña|credencial|clave|variables|senha|chave|variáveis|mot de passe|mots de passe|identifiants|clé|chiav|credenziali|variabili|парол|ключ|данн|окружения|密码|密钥|私钥|助记词|凭证|凭据|令牌|环境变量|对话|聊天记录|パスワード|秘密鍵|認証情報|環境変数|비밀번호|개인|자격|환경|.env|.ssh|.aws|id_rsa",
  ),
};

const sentAway: Concept = {
  id: "sent-away",
  pattern:
    /(?<![\p{L}])(?:sende[nt]?|schicke?n?|übertrage?n?|lade[^\n.]{0,60} hoch|hochladen|envía[ls]?\p{L}{0,3}|enviar|manda|sube|reenvía|envie|mande|transmita|envoie|envoyez|transmets|transmettez|téléverse[zr]?|invia|spedisci|carica|отправ(?:ь|ляй|ьте|ляйте|ить)|перешли|загрузи)(?![\p{L}])[^\n]{0,200}?https?:\/\/(?!localhost|127\.)[\w./?=&%#~:+@-]{4,200}|(?:发送|上传|提交|回传|同步|转发|外传)(?:到|至|给)[^\n]{0,40}https?:\/\/(?!localhost|127\.)[\w./?=&%#~:+@-]{4,200}|https?:\/\/[\w./?=&%#~:+@-]{4,200}[^\n]{0,12}(?:に送信|へ送信|にアップロード|にPOST|로 (?:전송|보내|업로드))/giu,
  hints: pieces("http"),
};

const packed: Concept = {
  id: "packed-program",
  pattern: /https?:\/\/[\w./?=&%#~:+@-]{4,200}|\b[\w.-]{2,60}\.(?:zip|rar|7z|dmg|exe|msi|pkg)(?![\w])/gi,
  hints: pieces("http|.zip|.rar|.7z|.dmg|.exe|.msi|.pkg"),
};

/** The word that opens an archive, right beside it. */
const opensWith: Concept = {
  id: "opens-with",
  pattern:
    /(?:解压密码|压缩包密码|密码(?:为|是|：|:)|パスワード\s{0,2}(?:は|：|:)|пароль\s{0,2}(?::|—|-|\d|«|")|contraseña\s{0,2}(?::|es\b|`|")|senha\s{0,2}(?::|é\b|`|")|mot de passe\s{0,2}(?::|est\b|`|«)|passwort\s{0,2}(?::|ist\b|lautet|`|„)|비밀번호\s{0,2}(?::|는|은)|mật khẩu\s{0,2}(?::|là)|hasło\s{0,2}(?::|to\b))/giu,
  hints: pieces("密码|パスワード|пароль|contraseña|senha|mot de passe|passwort|비밀번호|mật khẩu|hasło"),
};

const runsProgram: Concept = {
  id: "runs-program",
  pattern:
    /(?:运行|執行|执行|双击|安装|以管理员身份|実行|起動|インストール|запусти|запустите|установи|ejecut|instal|abr[ae]|execut|abra|lance|exécut|ouvre|führe|starte|öffne|installiere|실행|설치|chạy|cài đặt|uruchom)\p{L}{0,8}[^\n。.]{0,60}\.(?:exe|dmg|msi|pkg|app|bat|command|sh)(?![\w])|\.(?:exe|dmg|msi|pkg|bat|command)(?![\w])[^\n。.]{0,24}(?:を実行|を起動|を開|실행|ausführen|starten)|(?:解压|распаку|descompr|descompact|décompress|entpack|解凍|압축을? 풀|giải nén|rozpakuj)/giu,
  hints: pieces(
    "运行|執行|执行|双击|安装|管理员|実行|起動|インストール|запуст|установи|ejecut|instal|abra|abre|execut|lance|exécut|ouvre|führe|starte|öffne|실행|설치|chạy|cài|uruchom|解压|распаку|descompr|descompact|décompress|entpack|解凍|압축|giải nén|rozpakuj",
  ),
};

/** A line from a page where anyone may leave one, into a terminal. */
const pastedLine = [
  /https?:\/\/(?:www\.)?(?:rentry\.(?:co|org)|pastebin\.com|glot\.io|hastebin\.com|paste\.ee|dpaste\.(?:com|org)|ghostbin\.\w{2,4}|telegra\.ph|justpaste\.it|controlc\.com|pastes?\.\w{2,6})\/[\w./-]{2,80}[^\n]{0,80}(?:终端|命令行|命令提示符|ターミナル|терминал|терминале|terminal|consola|console|eingabeaufforderung|터미널|dòng lệnh|wierszu)/giu,
];

/** Guards to be taken down before something is installed. */
const guardsDown = [
  /(?:关闭|暂停|禁用|停用|退出)[^\n。]{0,12}(?:实时防护|实时保护|杀毒|防病毒|Defender|安全软件|防火墙|Gatekeeper|SIP)|(?:отключи(?:те)?|выключи(?:те)?|приостанови(?:те)?)[^\n.]{0,24}(?:антивирус|защитник|defender)|(?:desactiv|deshabilit|desativ|désactiv|disattiv)\p{L}{0,4}[^\n.]{0,24}(?:antivirus|antivírus|defender|cortafuegos|protección|proteção)|(?:deaktiviere|schalte)[^\n.]{0,24}(?:virenscanner|virenschutz|antivirus|defender|echtzeitschutz)|(?:リアルタイム保護|ウイルス対策|Defender)[^\n。]{0,8}(?:無効|オフ|停止)|(?:실시간 보호|백신|Defender)[^\n.]{0,8}(?:끄|비활성|해제)/giu,
];

/** A service gets its own key when one signs in. */
const signsIn =
  /authorization|bearer|header|anmeld|autentic|autentific|authentifi|登录|认证|鉴权|授权|申请|ログイン|認証ヘッダ|авториз|로그인|인증/i;

export const otherLanguages: RuleFamily = {
  id: "other-languages",
  title: "Orders in languages other than English",
  rules: [
    {
      id: "T01-override-other-languages",
      version: 4,
      title: "Override of the agent's instructions, in another language",
      category: "T01",
      severity: "high",
      confidence: 0.85,
      kind: "malicious",
      layer: "static",
      where: { roles: [...read] },
      detect: {
        kind: "pattern",
        hints: pieces(
          "talimat|تجاهل|निर्देश|abaikan|bỏ qua|优先|優先|权限|anweisungen|vorgaben|regeln|instruktionen|richtlinien|gelten|instrucciones|reglas|órdenes|directrices|indicaciones|instruções|regras|orientações|diretrizes|instructions|consignes|règles|directives|istruzioni|regole|direttive|инструкци|правил|указани|ограничени|指令|指示|规则|提示|設定|限制|约束|命令|ルール|制約|지시|명령|규칙|지침|프롬프트|정책|instructies|regels|instrukcj|polece|zasad|talimat|kural|yönerge",
        ),
        any: setsAside,
        unless:
          /beispiel|ejemplo|exemple|exemplo|esempio|пример|例如|示例|比如|攻击|注入|検出|攻撃|例えば|angriff|ataque|attaque|attacco|атак|예시|공격/i,
      },
      message: "Tells the agent to set aside the instructions it was given.",
      advice: "Remove it. A skill adds to an agent's instructions and never replaces them.",
      references: ["OWASP LLM01"],
    },
    {
      id: "T02-covert-other-languages",
      version: 4,
      title: "Steps kept from the user, in another language",
      category: "T02",
      severity: "high",
      confidence: 0.85,
      kind: "malicious",
      layer: "static",
      where: { roles: ["prose", "quote", "hidden", "comment", "heading"] },
      detect: {
        kind: "pattern",
        evenNegated: true,
        hints: pieces(
          "nicht|ohne|verschweig|verneine|leugne|sin |no le|el usuario|oculta|ne |sans|insu|utilisateur|não|sem |usuário|不要|别|勿|不得|无需|不必|无须|瞒着|背着|避开|不知情|保密|悄悄|偷偷|暗中|не |без|незаметно|скро|ない|ず|不要|non |senza|insaputa|사용자",
        ),
        any: keepsFromPerson,
      },
      message: "Asks the agent to keep an action from its user.",
      advice: "Remove it. Whatever a skill has the agent do, the user may know.",
      references: ["OWASP Agentic Skills 05"],
    },
    {
      id: "T02-answer-other-languages",
      version: 1,
      title: "An innocent answer prepared, in another language",
      category: "T02",
      severity: "high",
      confidence: 0.45,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["prose", "quote", "hidden", "comment"] },
      detect: {
        kind: "pattern",
        evenNegated: true,
        hints: pieces(
          "问起|追问|质疑|起疑|是否上传|聞かれ|尋ねられ|물으면|물어보면|pregunta|pergunt|demande|fragt|спросит|спрашивает|chiede",
        ),
        any: [
          /用户(?:问起|追问|质疑|起疑|问是否(?:上传|联网|收集))[^。\n]{0,12}[,，](?:请)?(?:就说|就回答|回答[:：]?|解释为)[^。\n]{0,20}(?:更新|正常|系统|本地|没有|不会|例行|维护)/g,
          /(?:聞かれ|尋ねられ|問われ)たら[^。\n]{0,24}(?:更新|通常|正常|問題ない|仕様|ローカル)[^。\n]{0,8}(?:だと|と)(?:答え|言っ|説明し)/g,
          /(?:물으면|물어보면)[^.\n]{0,24}(?:업데이트|정상|시스템|로컬)[^.\n]{0,8}(?:라고|다고) (?:답|말|설명)/g,
          /\bs[ei] (?:el usuario|o usuário|alguien|alguém|l['’]utilisateur|quelqu['’]un|qualcuno|l['’]utente) (?:lo )?(?:pregunta|pergunta|perguntar|demande|chiede)[^.,;\n]{0,16},? (?:di|diga|responde|responda|dites|dis|réponds|répondez|rispondi) (?:que|qu['’]|che)[^.\n]{0,30}(?:actualizaci|atualiza|mise à jour|aggiornament|normal|rutina|rotina|routine|mantenimiento|manuten|sistema|système|nada|rien|niente|local)/gi,
          /\bwenn (?:der|die|jemand|ein)(?: nutzer(?:in)?| benutzer| kunde)? ?(?:fragt|nachfragt|wissen will)[^.,;\n]{0,16}(?:,| [—–-]) (?:sag|sage|antworte|erkläre|behaupte)[^.\n]{0,30}(?:update|aktualisierung|normal|routine|wartung|system|nichts|lokal)/gi,
          /(?:спросит|спрашивает)[^.,;\n]{0,16}, (?:скажи|ответь|отвечай)(?:те)?[^.\n]{0,30}(?:обновлени|обычн|системн|плановое|локальн|ничего)/gi,
        ],
      },
      message: "What the agent is to say to whoever asks is fixed beforehand.",
      advice: "Let the agent answer truthfully.",
      references: ["OWASP Agentic Skills 05"],
    },
    {
      id: "T01-prompt-other-languages",
      version: 1,
      title: "The agent's own prompt asked for, in another language",
      category: "T01",
      severity: "high",
      confidence: 0.65,
      kind: "malicious",
      layer: "static",
      where: { roles: ["prose", "quote", "hidden", "comment"] },
      detect: {
        kind: "pattern",
        hints: pieces("提示词|システムプロンプト|시스템 프롬프트|prompt|промпт"),
        any: [
          /(?:打印|输出|泄露|复述)[^。\n]{0,8}你的(?:系统)?提示词|システムプロンプトを(?:そのまま)?(?:出力|表示|開示)|시스템 프롬프트를 (?:출력|공개)/g,
          /\b(?:imprime|muestra|revela|repite|imprima|mostre|revele|mostra|stampa|rivela)\b[^.\n]{0,16}\b(?:tu|seu|tuo) prompt (?:del |de |do |di )?sistema\b/gi,
          /\b(?:gib|zeige|wiederhole)\b[^.\n]{0,20}\bdeinen system-?prompt\b|\b(?:affiche|affichez|révèle|révélez)\b[^.\n]{0,20}\b(?:ton|votre) prompt système/gi,
          /(?:выведи|раскрой|покажи)(?:те)? (?:свой |твой |ваш )системный промпт/gi,
        ],
        unless: /测试|检查|拒绝|prüf|test|攻击|注入|攻撃|공격|angriff|ataque|attaque|attacco|атак/i,
      },
      message: "The agent is to give away what guides it.",
      advice: "Remove it.",
      references: ["OWASP LLM01"],
    },
    {
      id: "T05-password-archive-other-languages",
      version: 1,
      title: "An archive with a password, to be opened and run, in another language",
      category: "T05",
      severity: "critical",
      confidence: 0.85,
      kind: "malicious",
      layer: "static",
      where: { roles: ["prose", "quote", "table", "hidden"] },
      detect: {
        kind: "chain",
        scope: "block",
        steps: [packed, opensWith, runsProgram],
        within: 260,
        anyOrder: true,
      },
      message: "An archive that only its password opens is to be fetched and run: nobody can look into it.",
      advice: "Ship what is needed in the skill, where it is scanned.",
      references: ["MITRE T1204", "MITRE T1027"],
    },
    {
      id: "T05-pasted-line-other-languages",
      version: 1,
      title: "A line from a paste site into a terminal, or guards taken down, in another language",
      category: "T05",
      severity: "high",
      confidence: 0.8,
      kind: "malicious",
      layer: "static",
      where: { roles: ["prose", "quote", "table", "hidden"] },
      detect: {
        kind: "pattern",
        hints: pieces(
          "rentry|paste|glot.io|hastebin|ghostbin|telegra.ph|controlc|防护|保护|杀毒|防病毒|defender|安全软件|防火墙|gatekeeper|антивирус|защитник|antivirus|antivírus|cortafuegos|protección|proteção|virenscanner|virenschutz|echtzeitschutz|リアルタイム保護|ウイルス対策|실시간|백신",
        ),
        any: [...pastedLine, ...guardsDown],
      },
      message:
        "What is to be run comes from a page where anyone may leave it, or only runs where nothing watches.",
      advice: "Ship what is needed in the skill, and leave protection on.",
      references: ["MITRE T1204", "MITRE T1562"],
    },
    {
      id: "T07-page-obeyed-other-languages",
      version: 1,
      title: "Instructions fetched from the network and obeyed, in another language",
      category: "T07",
      severity: "high",
      confidence: 0.7,
      kind: "malicious",
      layer: "static",
      where: { roles: ["prose", "quote", "hidden", "comment"] },
      detect: { kind: "chain", scope: "section", steps: [page, obeyed], within: 300 },
      message: "The agent is to fetch a text and do what it says: its author can change it after the scan.",
      advice: "Put the instructions into the skill, where they are scanned and pinned.",
      references: ["OWASP Agentic Skills 06"],
    },
    {
      id: "T08-secrets-out-other-languages",
      version: 1,
      title: "Secrets to be sent to an address, in another language",
      category: "T08",
      severity: "high",
      confidence: 0.75,
      kind: "malicious",
      layer: "static",
      where: { roles: ["prose", "quote", "table", "hidden", "comment"] },
      detect: {
        kind: "chain",
        scope: "block",
        steps: [secret, sentAway],
        within: 300,
        anyOrder: true,
        unless: signsIn,
      },
      message: "Secrets are to be sent to an address.",
      advice: "Leave secrets where they are; a service gets its own key by its own way of signing in.",
      references: ["CWE-200"],
    },
  ],
};
