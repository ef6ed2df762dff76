import { tokenTrouble } from './token-trouble';

test.each(['0123456789abcdef', 'a+b/c=', '~!"'])('the token %s can be sent', (token) => {
	expect(tokenTrouble(token)).toBeNull();
});

test.each([
	['', 'Enter a token.'],
	['ключ', 'Copy it again.'],
	['two words', 'Copy it again.'],
	['zero\u200bwidth', 'Copy it again.'],
])('the token "%s" is refused before it is sent', (token, trouble) => {
	expect(tokenTrouble(token)).toContain(trouble);
});
