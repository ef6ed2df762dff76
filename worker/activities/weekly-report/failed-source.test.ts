import { failedSource } from './failed-source';

const named = (name: unknown, errorMessage: unknown = null) =>
	failedSource({ id: 7, type: 'url', name, status: 'failed', errorMessage });

test('a failed source is named in short lines, with the reason of the service', () => {
	expect(named('Prices.xlsx', 'The file\nis encrypted.')).toEqual({
		name: 'Prices.xlsx',
		reason: 'The file is encrypted.',
	});
	const { name, reason } = named('x'.repeat(300), 'y'.repeat(300));
	expect([name, reason]).toEqual([`${'x'.repeat(99)}…`, `${'y'.repeat(99)}…`]);
});

test.each([[''], ['  '], ['\u200b'], [null], [undefined], [7]])('one with the name %j has its type and id', (name) => {
	expect(named(name, name)).toEqual({ name: 'url 7', reason: null });
});

test('mail addresses, passwords and tokens in addresses stay out of mails', () => {
	expect(named('CV of ada@client.example').name).toBe('CV of [address]');
	expect(named('https://ada:secret@shop.example/prices').name).toBe('[address]');
	expect(named('https://shop.example/prices?token=secret#top').name).toBe('https:\u200b//shop.example/prices');
	expect(named('Is it open? #1').name).toBe('Is it open? #1');
	expect(named('a', 'GET https://shop.example/?key=secret failed').reason).toBe(
		'GET https:\u200b//shop.example/ failed',
	);
});
