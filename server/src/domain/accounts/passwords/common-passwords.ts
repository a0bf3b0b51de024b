/**
 * Common passwords of at least ten characters, chosen from the top of lists of leaked passwords. Compared in lower
 * case.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  0123456789 0987654321 1029384756 1122334455 1123581321 1234512345 1234554321 12345678900 1234567890 12345678910
  123456789a 123456789q 123456789abc 1234567891 12345678901 123456789012 1234567899 1234567890q 12345qwert 12345qwerty
  1234qwerasdf 1234qwer1234 123abc123abc 123qwe123qwe 123qweasdzxc 1357924680 147258369 1472583690 147852369 1q2w3e4r5t
  1q2w3e4r5t6y 1q2w3e4r5t6y7u 1qaz2wsx3edc 1qaz1qaz1qaz 1qazxsw23edc 1a2b3c4d5e 2468013579 3141592653 3141592654
  31415926535 4815162342 5201314520 7894561230 741852963 7418529630 9876543210 98765432100 999999999a a123456789
  a1b2c3d4e5 a1b2c3d4e5f6 a1s2d3f4g5 aaaaaaaaaa abc1234567 abc123456789 abcd123456 abcd1234567 abcd12345678 abcdef1234
  abcdef12345 abcdef123456 abcdefghij abcdefghijk abcdefghijkl abracadabra accountant accountant1 accounting
  accounting1 adminadmin administrator administrator1 admin12345 admin123456 aleksandra alexander1 alexandria allthebest
  alphabet12 andromeda1 approved12 asdasdasd1 asdasdasdasd asdf123456 asdfasdfasdf asdfghjkl1 asdfghjkl; asdfghjkl123
  asdfqwer1234 asdfghjklm azertyuiop azerty12345 babygirl12 babygirl123 bailey1234 bangladesh barcelona1 barcelona10
  baseball12 baseball123 basketball basketball1 battlefield beautiful1 blackberry blessed123 blink182182 bookkeeper
  bookkeeping butterfly1 butterfly12 butterfly7 california california1 caterpillar catherine1 challenge1 changeme12
  changeme123 changemenow charlie123 chelsea123 chelseafc1 chocolate1 chocolate12 chocolate2 christian1 christina1
  christmas1 cinderella cocacola12 company123 computer12 computer123 confidence consultant correcthorse
  correcthorsebatterystaple crystal123 database12 december12 december25 defaultpassword dragon1234 dragonball
  dragonballz elephant12 elizabeth1 elizabeth2 england123 enterprise everything evolution1 excalibur1 february14
  fernandez1 fingerprint firebird12 flashlight football10 football11 football12 football123 forgetmenot forever123
  forgotpassword friendship friends123 gabriella1 generation gobeavers1 godisgood1 godislove1 goldfish12
  goodmorning grandmother greenday12 guest12345 hello12345 hello123456 hellohello hellokitty hellokitty1 helloworld
  helloworld1 heyheyhey1 highschool hollywood1 homesweethome iloveme123 iloveyou10 iloveyou11 iloveyou12 iloveyou123
  iloveyou1234 iloveyousomuch iloveyou22 imaccountant incorrect1 indonesia1 industrial inter12345 internet12 internet123
  invoice123 invoices123 jamesbond007 jennifer12 jessica123 jesus12345 jesuschrist jesuslovesme jonathan12 kingkong12
  kristina12 letmein123 letmein1234 letmeinnow lightning1 limewire12 linkedin12 linkinpark linkinpark1 liverpool1
  liverpool12 liverpool123 lollipop12 london2012 london2020 loveyou123 lovelovelove lucky12345 lucky77777 madagascar
  madrid1234 manchester manchester1 manchesterunited manutd1999 marketing1 master1234 masterkey1 matthew123 metallica1
  michael123 michelle12 microsoft1 mickeymouse million123 minecraft1 minecraft123 mississippi monkey1234 motherlode
  motorcycle mustang123 myaccount1 mypassword mypassword1 mypassword123 myspace123 nascar2424 newpassword newpassword1
  newyork123 nicole1234 nightmare1 ninja12345 nothing123 november11 nightingale office1234 office2020 oldpassword
  onelove123 onetwothree p@ssw0rd123 p@ssword123 pa$$w0rd123 paintball1 paradise12 pass123456 passpass12 passpasspass
  passw0rd12 passw0rd123 passwd1234 password00 password01 password02 password10 password11 password12 password123
  password1234 password12345 password123456 password13 password21 password22 password23 password69 password99
  password@123 password1! password12! password123! passwordpassword password!! password.1 peanutbutter philippines
  pokemon123 pokemon1234 portsmouth practice12 practice123 princess10 princess11 princess12 princess123 princess13
  professional q1w2e3r4t5 q1w2e3r4t5y6 qazwsx1234 qazwsxedc1 qazwsxedc123 qazwsxedcrfv qwaszx1234 qwe123qwe123
  qweasdzxc1 qweasdzxc123 qweqweqwe1 qweqweqweqwe qwer123456 qwerasdfzxcv qwert12345 qwert123456 qwerty1234 qwerty12345
  qwerty123456 qwerty1234567 qwertyqwerty qwertyuiop qwertyuiop1 qwertyuiop12 qwertyuiop123 qwertyuiop[] qwertyuiopa
  qwertzuiop rainbow123 rangers123 rastafari1 redsox2004 remember12 rockstar12 rockyou123 rootroot12 runescape1
  samsung123 samantha12 scarface12 scotland12 secret1234 secret12345 secretsecret september1 serendipity
  sheffield1 simpsons12 skateboard skateboard1 slipknot12 slipknot666 snowboard1 softball12 southampton spiderman1
  spiderman12 spongebob1 spongebob12 starcraft1 startrek12 starwars12 starwars123 strawberry strawberry1 summer2020
  summer2024 summer2025 summer2026 sunderland sunflower1 sunshine10 sunshine11 sunshine12 sunshine123 superman12
  superman123 supersonic superstar1 sweetheart sweetheart1 swordfish1 temppassword test123456 test1234567 testtest12
  testtest123 teddybear1 thankyou12 theaccountant thebeatles thunderbird tinkerbell tinkerbell1 tottenham1 tottenham12
  trustno1trustno1 twilight12 undertaker unicorn123 universal1 university valentine1 vancouver1 veronica12 victoria12
  volleyball volleyball1 washington watermelon welcome2020 welcome2024 welcome2025 welcome2026 welcome123 welcome1234
  welcome12345 whatever12 whatever123 william123 windows123 winter2024 winter2025 winter2026 wolverines wonderful1
  xbox360360 yankees123 yellow1234 yourpassword zaq12wsx34 zaq1zaq1zaq1 zaq1xsw2cde3 zxcvbnm123 zxcvbnm1234 zxcvbnm,./
  zxcvbnmasdfghjkl zzzzzzzzzz
  `
    .split(/\s+/)
    .filter((word) => word.length >= 10),
);

/** Words that count as a common password with any digits and punctuation after them. */
export const commonWords: ReadonlySet<string> = new Set(
  `password passwort motdepasse welcome letmein qwerty qwertyuiop azerty asdfghjkl zxcvbnm iloveyou sunshine princess
  football baseball superman batman dragon monkey master admin administrator accountant accounting accounts changeme
  secret sheaf trustno computer internet whatever liverpool arsenal chelsea charlie london england january february
  march april may june july august september october november december spring summer autumn winter monday tuesday
  wednesday thursday friday saturday sunday`.split(/\s+/),
);
