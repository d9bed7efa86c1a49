// Writes the list of common passwords that cardea-accounts refuses, from @zxcvbn-ts/language-common (MIT):
//
//   npm pack @zxcvbn-ts/language-common@4.1.3 && tar xzf zxcvbn-ts-language-common-4.1.3.tgz
//   node common-passwords.js package > src/main/resources/dev/cardea/accounts/common-passwords.txt
//
// Passwords of fewer than eight characters are left out, because no site can accept them.
const { readFileSync } = require('node:fs');

const folder = process.argv[2];
const comment = readFileSync(`${folder}/LICENSE.txt`, 'utf8').trim().replace(/^.*$/gm, (line) => `# ${line}`);
const words = JSON.parse(readFileSync(`${folder}/src/passwords.json`, 'utf8')).filter((word) => word.length >= 8);
if (words.some((word) => !/^[!-~]+$/.test(word) || word !== word.toLowerCase())) {
  throw new Error('the list has passwords that are not lower-case ASCII without spaces');
}
process.stdout.write(`${comment}\n${[...new Set(words)].sort().join('\n')}\n`);
