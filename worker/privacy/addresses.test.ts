import { addressesIn } from './addresses';

it.each<[unknown, string[]]>([
	['Write to Ana@Client.example.', ['ana@client.example']],
	[{ a: ["'ana@x.example'"], 'bob@x.example': 1 }, ['ana@x.example', "'ana@x.example", 'bob@x.example']],
	['<ana.b+c@x.example>,joana@y.example-', ['ana.b+c@x.example', 'joana@y.example']],
	['Ask jose\u0301@x.example', ['jos\u00e9@x.example']],
	['no @ address, a@, @b', []],
	[null, []],
])('finds the addresses in %j', (value, addresses) => {
	expect([...addressesIn(value)].toSorted()).toEqual([...addresses].toSorted());
});

// A quadratic expression takes minutes here: the time limit of a test is the bound.
it.each(['a', '@', 'a@', 'a@b.', '.-'])('takes time in proportion to the length of %s', (text) => {
	expect(addressesIn(text.repeat(300_000)).size).toBeLessThan(300_000);
});
