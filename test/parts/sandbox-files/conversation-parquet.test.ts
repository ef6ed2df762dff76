import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { findPythonPackage } from '../../../scripts/tools/python/python-package.mjs';
import { parquetOf } from '../../../worker/storage/conversation-files/parquet';
import { TITLES } from '../../../worker/storage/conversation-files/rows';
import type { Listed } from '../../../worker/storage/conversation-files/stored-lines';

// What Apache Arrow, which most programs of a warehouse read with, makes of an export of conversations.

const CONVERSATIONS = 30_000;
const READ = `
import json, sys
import pyarrow.parquet as parquet
file = parquet.ParquetFile(sys.argv[1])
table = file.read()
texts = table.column('text').to_pylist()
print(json.dumps({
    'columns': [[field.name, str(field.type)] for field in file.schema_arrow],
    'rows': table.num_rows,
    'groups': file.num_row_groups,
    'first': table.slice(0, 1).to_pylist()[0],
    'last': table.slice(table.num_rows - 1, 1).to_pylist()[0],
    'texts': len(set(texts)),
    'nulls': table.column('text').null_count,
}))`;

const rowSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
const readSchema = z.object({
	columns: z.array(z.tuple([z.string(), z.string()])),
	rows: z.number(),
	groups: z.number(),
	first: rowSchema,
	last: rowSchema,
	texts: z.number(),
	nulls: z.number(),
});

async function* conversations(): AsyncGenerator<Listed> {
	for (let index = 0; index < CONVERSATIONS; index += 1) {
		const messages = [
			{ id: `${index}a`, role: 'visitor', content: `Grüße ${index} 😀`, createdAt: '2026-11-21T10:00:00Z' },
			{ id: `${index}b`, role: 'assistant', content: `Hello ${index}`, sources: [index] },
		];
		yield await Promise.resolve({
			agentId: 'a',
			day: null,
			conversation: { id: `c${index}`, state: 'open', messages },
		});
	}
	yield { agentId: 'a', day: null, conversation: { id: 'empty', messages: [] } };
}

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'conversation-parquet-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('Arrow reads every message, with its columns and their types', async () => {
	const file = join(folder, 'conversations.parquet');
	await pipeline(
		Readable.from(
			parquetOf(conversations(), () => undefined),
			{ objectMode: false },
		),
		createWriteStream(file),
	);
	const packages = await findPythonPackage('parquet', { cache: cacheFolder() });
	if (packages === null) throw new Error('There is no Python with venv and pip.');
	const env = { ...process.env, PYTHONPATH: packages };
	const { stdout } = await promisify(execFile)('python3', ['-W', 'error', '-c', READ, file], { env });
	const read = readSchema.parse(JSON.parse(stdout));
	expect(read.columns).toEqual(TITLES.map((name) => [name, name === 'message' ? 'int32' : 'string']));
	expect([read.rows, read.texts, read.nulls]).toEqual([2 * CONVERSATIONS + 1, 2 * CONVERSATIONS + 1, 1]);
	expect(read.groups).toBeGreaterThan(2);
	expect(read.first).toMatchObject({
		conversationId: 'c0',
		message: 1,
		text: 'Grüße 0 😀',
		sentAt: '2026-11-21T10:00:00Z',
	});
	expect(read.last).toMatchObject({ conversationId: 'empty', message: null, text: null });
});
