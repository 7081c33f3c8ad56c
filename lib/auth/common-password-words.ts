/**
 * What the worst passwords are made of: written down from what public reports of leaked passwords agree on,
 * year after year. With at least 15 characters asked for, no entry of a list of common passwords is long
 * enough by itself; what remains is these words said twice, joined, dressed up with digits and signs, and
 * `password-rules.ts` looks for exactly that.
 */
export const COMMON_PASSWORD_WORDS: readonly string[] = words(`
  password passwort passw0rd passwd pass pwd parola contrasena motdepasse senha wachtwoord haslo salasana
  admin administrator root user guest test tester testing demo default system server login logon signin
  welcome willkommen bienvenue hello hallo hola letmein openup opensesame secret geheim secure security safe
  changeme change changeit temp temporary initial master supervisor manager service support office company
  access account private public internet network computer laptop windows linux google facebook twitter
  amazon apple microsoft samsung oracle github docker kubernetes postgres database backup production staging
  aftermath guardrail agent dashboard campaign attack episode
  qwerty qwertz azerty asdf asdfgh zxcvbn qazwsx qaz wsx edc qweasd qweasdzxc poiuy lkjhg mnbvc
  iloveyou ilove love lovely lover loveme you me my the and is a i mylove babygirl baby angel princess prince
  king queen sunshine moonlight flower butterfly rainbow star starwars superstar summer winter spring autumn
  fall january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday
  monkey dragon tiger lion eagle falcon shadow buster charlie jordan michael michelle jennifer jessica ashley
  amanda andrew anthony daniel david george hannah hunter jackson james john joshua justin matthew maverick
  max nicole robert samantha sophie thomas william alexander maggie pepper ginger cookie cheese chocolate
  orange banana apple cherry lemon coffee whiskey
  football baseball basketball soccer hockey tennis golf liverpool arsenal chelsea barcelona madrid juventus
  batman superman spiderman pokemon pikachu naruto minecraft fortnite harley ferrari porsche mercedes mustang
  corvette yamaha yankees cowboys lakers steelers killer hacker freedom whatever trustno trust no one
  access jesus christ god heaven bless blessed faith forever friends family mother father sister brother
  money million dollar lucky happy smile cool hot sexy fuck fuckyou fuckoff shit bitch asshole pussy
  blue green black white purple yellow silver golden red pink
  london paris berlin newyork america canada germany france italy spain england russia china india
  correct horse battery staple
  one two three four five six seven eight nine ten zero
`);

/** Rows of keyboards, there and back, and the columns that lists are full of. */
export const KEYBOARD_ROWS: readonly string[] = bothWays([
  "1234567890",
  "qwertyuiop",
  "qwertzuiop",
  "azertyuiop",
  "asdfghjkl",
  "qsdfghjklm",
  "zxcvbnm",
  "yxcvbnm",
  "wxcvbn",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
  "qazwsxedcrfvtgbyhnujm",
  "1q2w3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
  "a1b2c3d4e5f6g7h8i9",
  "1a2b3c4d5e6f7g8h9i",
]);

function words(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

function bothWays(rows: readonly string[]): string[] {
  return rows.flatMap((row) => [row, Array.from(row).toReversed().join("")]);
}
