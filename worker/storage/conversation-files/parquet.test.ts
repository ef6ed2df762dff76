import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { parquetOf } from './parquet';
import { TITLES } from './rows';
import type { Listed } from './stored-lines';

async function* given(conversations: readonly Listed[]): AsyncGenerator<Listed> {
	for (const each of conversations) yield await Promise.resolve(each);
}

async function written(conversations: readonly Listed[]) {
	const parts: Buffer[] = [];
	let messages = 0;
	for await (const part of parquetOf(given(conversations), (_listed, rows) => (messages += rows.messages)))
		parts.push(part);
	const bytes = Buffer.concat(parts);
	const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
	const groups = parquetMetadata(file).row_groups.map(({ num_rows: rows }) => Number(rows));
	return {
		rows: await parquetReadObjects({ file }),
		groups,
		messages,
		largestPart: Math.max(...parts.map(({ length }) => length)),
	};
}

const conversation = (index: number, ...texts: string[]): Listed => ({
	agentId: 'a',
	day: null,
	conversation: {
		id: `c${index}`,
		channel: 'website',
		messages: texts.map((content, id) => ({ id, role: 'visitor', content })),
	},
});

it('has a row for each message, and null where a conversation shows nothing', async () => {
	const { rows, messages } = await written([conversation(1, 'Hi', 'Grüße 😀'), conversation(2)]);
	expect(messages).toBe(2);
	expect(rows.map((row) => Object.keys(row))).toEqual(rows.map(() => [...TITLES]));
	expect(rows).toMatchObject([
		{ agentId: 'a', conversationId: 'c1', channel: 'website', state: null, message: 1, messageId: '0', text: 'Hi' },
		{ conversationId: 'c1', message: 2, text: 'Grüße 😀' },
		{ conversationId: 'c2', message: null, text: null },
	]);
});

it('has the reason of a missing transcript, and null where it was read', async () => {
	const { rows } = await written([{ ...conversation(1), missing: 'failed' }, conversation(2), conversation(3, 'Hi')]);
	expect(rows.map((row): unknown => row['transcriptMissing'])).toEqual(['failed', null, null]);
});

it('is a file without rows for no conversation', async () => {
	expect(await written([])).toMatchObject({ rows: [], groups: [], messages: 0 });
});

it('holds one row group in memory, also with long texts', async () => {
	const long = 'x'.repeat(1024 * 1024);
	const { rows, groups } = await written(
		Array.from({ length: 20 }, (_none, index) => conversation(index, long, 'end')),
	);
	expect(groups).toEqual([16, 16, 8]);
	expect(rows.map((row) => String(row['text']).length)).toEqual(
		Array.from({ length: 40 }, (_none, index) => (index % 2 === 0 ? long.length : 3)),
	);
});

it('has neither U+0000 nor half of a character', async () => {
	const { rows } = await written([conversation(1, 'a\0\ud83d')]);
	expect(String(rows[0]?.['text'])).not.toMatch(/\0/);
	expect(String(rows[0]?.['text']).isWellFormed()).toBe(true);
});
