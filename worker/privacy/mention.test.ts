import { Readable } from 'node:stream';
import { Mention } from './mention';
import { personEmailSchema } from './person';

const mention = new Mention('ana.b+x@mail.example');
const SIZES = [1, 2, 3, 7, 19, 20, 21, 40];

/** However the stream is cut. */
async function inStreams(text: string, sought = mention): Promise<boolean[]> {
	const bytes = Buffer.from(text);
	return Promise.all(
		[bytes.length + 1, ...SIZES].map((size) => {
			const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
				bytes.subarray(at * size, (at + 1) * size),
			);
			return sought.isInStream(Readable.from(parts));
		}),
	);
}

const all = (found: boolean) => [found, ...SIZES.map(() => found)];

test.each([
	['ana.b+x@mail.example', true],
	['Write to <ANA.B+X@Mail.Example>, please', true],
	['It was ana.b+x@mail.example.', true],
	['{"email":"ana.b+x@mail.example"}', true],
	["'ana.b+x@mail.example", true],
	["mail '''ana.b+x@mail.example'''", true],
	["o'ana.b+x@mail.example", false],
	['joana.b+x@mail.example', false],
	['ana.b+x@mail.example.org', false],
	['ana.b+x@mail.examples', false],
	['ana.b+x@mail-example', false],
	['anaxb+x@mail.example', false],
	['ana.b+x@mail.example.org and then ana.b+x@mail.example', true],
	['\nana.b+x@mail.example\n', true],
	['Her address:\tana.b+x@mail.example', true],
	["Her address:\r\n'ana.b+x@mail.example'", true],
	['', false],
])('%j: %s', async (text, found) => {
	expect(mention.isIn(text)).toBe(found);
	expect(mention.isInValue([{ text }])).toBe(found);
	// As JSON, also in JSON.
	expect(mention.isInValue(JSON.stringify({ text }))).toBe(found);
	expect(mention.isInValue({ body: JSON.stringify({ text: JSON.stringify(text) }) })).toBe(found);
	expect(await inStreams(text)).toEqual(all(found));
	expect(await inStreams(`${'ü'.repeat(50)} ${text}`)).toEqual(all(found));
	expect(await inStreams(JSON.stringify({ before: 'ü'.repeat(50), text }))).toEqual(all(found));
});

test.each([
	['\\nana.b+x@mail.example', true],
	['\\u000bana.b+x@mail.example', true],
	['\\u0085ana.b+x@mail.example', true],
	['\\u2029ana.b+x@mail.example', true],
	["\\t'ana.b+x@mail.example", true],
	// A backslash, and an address that begins with n.
	['\\\\nana.b+x@mail.example', false],
	['\\\\\\nana.b+x@mail.example', true],
	['x\\u00e9ana.b+x@mail.example', false],
	['nana.b+x@mail.example', false],
])('%s in a stream of JSON: %s', async (text, found) => {
	expect(await inStreams(text)).toEqual(all(found));
	expect(await inStreams(`{"a":"${'x'.repeat(60)}${text}"}`)).toEqual(all(found));
});

test('is found as the name of a field, and what is no JSON breaks nothing', () => {
	expect(mention.isInValue({ 'ana.b+x@mail.example': null })).toBe(true);
	expect(mention.isInValue('{broken\njoana.b+x@mail.example')).toBe(false);
	expect(mention.isInValue(null)).toBe(false);
});

test("one's address with an apostrophe is not another's", async () => {
	const brien = new Mention('brien@mail.example');
	const owner = new Mention("o'brien@mail.example");
	for (const text of ["o'brien@mail.example", '{"email":"o\'brien@mail.example"}']) {
		expect([brien.isIn(text), owner.isIn(text)]).toEqual([false, true]);
		expect(await inStreams(text, brien)).toEqual(all(false));
		expect(await inStreams(text, owner)).toEqual(all(true));
	}
	expect(brien.isIn("Write to 'brien@mail.example'.")).toBe(true);
});

test.each([
	["d'ana@x.example", ['ana@x.example', "d''ana@x.example", 'd.ana@x.example', 'dana@x.example']],
	['r&d@x.example', ['d@x.example', 'rd@x.example', 'r&&d@x.example']],
	['a_b%c*@x.example', ['axbxc@x.example', 'a_b%c@x.example', 'b%c*@x.example']],
	['a|b{1}$^@x.example', ['a@x.example', 'b{1}@x.example', 'a|b1$^@x.example']],
	['müller@x.example', ['muller@x.example', 'ller@x.example']],
])('%s is literally itself', async (email, others) => {
	const person = personEmailSchema.parse(` ${email.toUpperCase()} `);
	expect(person).toBe(email);
	const sought = new Mention(person);
	for (const text of [email, email.toUpperCase(), `<${email}>`, `'${email}'`]) {
		expect([text, sought.isIn(text), sought.isInValue(JSON.stringify({ text }))]).toEqual([text, true, true]);
		expect(await inStreams(text, sought)).toEqual(all(true));
	}
	for (const other of others) {
		expect([other, sought.isIn(other), new Mention(other).isIn(email)]).toEqual([other, false, false]);
		expect(await inStreams(other, sought)).toEqual(all(false));
	}
});

test.each(['NFC', 'NFD'] as const)('finds both forms of composed characters, with an address in %s', async (form) => {
	const sought = new Mention('jos\u00e9@\u00e9cole.example'.normalize(form));
	for (const other of ['NFC', 'NFD'] as const) {
		const text = `Ask Jos\u00c9@\u00e9cole.example.`.normalize(other);
		expect([sought.isIn(text), sought.isInValue({ body: JSON.stringify({ text }) })]).toEqual([true, true]);
		expect(await inStreams(text, sought)).toEqual(all(true));
	}
	expect(sought.isIn('jose@ecole.example')).toBe(false);
});

test.each(['\\', '<', '>', '"'])('an address with %s is refused, since texts hold it in other forms', (character) => {
	for (const email of [`a${character}b@x.example`, `ab@x${character}.example`]) {
		const { error } = personEmailSchema.safeParse(email);
		expect(error?.issues.map(({ message }) => message)).toEqual([
			expect.stringContaining('contains one of the characters \\ < > " and cannot be searched for') as string,
		]);
	}
});

test('what stands behind & in a workbook or in HTML is a part of another address', async () => {
	const other = new Mention('d@x.example');
	expect(await inStreams('<t>r&amp;d@x.example</t>', other)).toEqual(all(false));
	expect(await inStreams('<t>&lt;d@x.example&gt;</t>', other)).toEqual(all(true));
});

test.each([
	['a value', (levels: number): unknown => JSON.parse(nested(levels))],
	['a text of JSON', nested],
])('searches %s that is nested deeper than the stack of a process goes', (_what, valueOf) => {
	for (const levels of [3_000, 6_000, 50_000]) expect(mention.isInValue({ fields: valueOf(levels) })).toBe(true);
});

/** JSON whose address only shows once it is parsed. */
function nested(levels: number): string {
	return `${'['.repeat(levels)}"\\nana.b+x@mail.example"${']'.repeat(levels)}`;
}
