import { linkedText } from './linked-text';

const linked = async (text: string) => String(await linkedText(text));
const link = (address: string) =>
	`<a href="${address}" target="_blank" rel="noopener noreferrer nofollow">${address}</a>`;

it.each([
	['see https://shop.example/a?b=1#c.', `see ${link('https://shop.example/a?b=1#c')}.`],
	['(http://127.0.0.1:4020/review/abc.def)', `(${link('http://127.0.0.1:4020/review/abc.def')})`],
	['no link at all', 'no link at all'],
])('makes links of web addresses: %s', async (text, expected) => {
	expect(await linked(text)).toBe(expected);
});

it.each([
	'javascript:alert(1)',
	'data:text/html,hello',
	'ftp://files.example/a',
	'//shop.example/a',
	'mailto:ada@mail.example',
	'ada@mail.example',
	'www.shop.example',
])('leaves %s as text', async (text) => {
	expect(await linked(text)).toBe(text);
});

it('escapes the text and the address', async () => {
	const text = '<b>"&\' https://shop.example/"><script>alert(1)</script> &amp; https://shop.example/?a=1&b=2';
	const shown = await linked(text);
	expect(shown).not.toMatch(/<(b|script)>/);
	expect(shown).toContain('&lt;script&gt;');
	expect(shown).toContain('href="https://shop.example/?a=1&amp;b=2"');
	expect(shown.match(/<a /g)).toHaveLength(2);
});
