import { Readable } from 'node:stream';
import { Mention } from './mention';

const mention = new Mention('ana.b+x@mail.example');

test.each([
	['ana.b+x@mail.example', true],
	['Write to <ANA.B+X@Mail.Example>, please', true],
	['It was ana.b+x@mail.example.', true],
	['{"email":"ana.b+x@mail.example"}', true],
	["'ana.b+x@mail.example", true],
	['joana.b+x@mail.example', false],
	['ana.b+x@mail.example.org', false],
	['ana.b+x@mail.examples', false],
	['ana.b+x@mail-example', false],
	['anaxb+x@mail.example', false],
	['ana.b+x@mail.example.org and then ana.b+x@mail.example', true],
	['', false],
])('%j: %s', async (text, found) => {
	expect(mention.isIn(text)).toBe(found);
	expect(await mention.isInStream(Readable.from([Buffer.from(text)]))).toBe(found);
	// However the stream is cut.
	for (const size of [1, 2, 3, 7, 19, 20, 21]) {
		const bytes = Buffer.from(`ü${text}`.replace(/^üana/, 'ü ana').replace(/^üjoana/, 'joana'));
		const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
			bytes.subarray(at * size, (at + 1) * size),
		);
		expect(await mention.isInStream(Readable.from(parts))).toBe(found);
	}
});
