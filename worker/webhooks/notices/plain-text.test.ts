import { mailLine, ZERO_WIDTH_SPACE } from './plain-text';

test.each(['evil.example/login', 'evil。example', 'உதாரணம்.இந்தியா', 'उदाहरण.भारत', 'i❤.ws', 'xn--abc.xn--p1ai'])(
	'no mail program makes a link of the name of a site: %s',
	(name) => {
		const shown = mailLine(`Look at ${name} now`);
		expect(shown).toContain(ZERO_WIDTH_SPACE);
		expect(shown.replaceAll(ZERO_WIDTH_SPACE, '')).toBe(`Look at ${name} now`);
	},
);

test.each(['ada@client.example', 'It costs 3.50 €. Then it ends.'])('%s stays as it is', (text) => {
	expect(mailLine(text)).toBe(text);
});
