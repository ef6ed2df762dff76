import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { workspaceRoot } from '../../scripts/build/workspace-root.mjs';
import { ConfigError, loadConfig } from '.';

/** Stands where a secret may stand. No message may repeat it, but for the name of a setting, which is its path. */
const SECRET = 'hidden-0123456789abcdef';
const EXAMPLE = readFileSync(join(workspaceRoot, 'worker/agent-knowledge.example.yaml'), 'utf8');

let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'agent-knowledge-any-file-'));
});
afterAll(() => {
	rmSync(folder, { recursive: true });
});

/** What is wrong with the end of a load: anything but a configuration, or a ConfigError in words without the secret. */
function wrongWith(content: string | Buffer): string[] {
	const path = join(folder, 'agent-knowledge.yaml');
	writeFileSync(path, content);
	try {
		loadConfig({ path, env: { AGENT_KNOWLEDGE_API_KEY: SECRET } });
		return [];
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		const messages = error.problems.map(({ message }) => message);
		if (messages.length === 0) return ['The error names no problem.'];
		return messages.filter((message) => !/\w+ \w+/.test(message) || message.includes(SECRET));
	}
}

const strange = fc.oneof(
	fc.constantFrom<unknown>(
		null,
		'',
		'${',
		'${}',
		'$${X}',
		'${NOT_SET}',
		'__proto__',
		-1,
		Number.POSITIVE_INFINITY,
		[],
		{},
		[[]],
		true,
	),
	fc.constantFrom('${AGENT_KNOWLEDGE_API_KEY}', SECRET, `postgresql://a:${SECRET}@h/d`, `https://a:${SECRET}@h`),
	fc.string(),
	fc.double(),
	fc.jsonValue({ maxDepth: 3 }),
);

/** Every place of the example, the settings behind `#` included. */
const settings: unknown = parse(EXAMPLE.replaceAll(/^( *)# ( *)([\w-]+:|- \w)/gm, '$1$2$3'), { logLevel: 'silent' });
const places = placesIn(settings);

function placesIn(value: unknown, path: string[] = []): string[][] {
	if (typeof value !== 'object' || value === null) return [path];
	return [path, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key]))];
}

/** The value with another one at a place, or without that place. */
function changed(value: unknown, [key, ...rest]: readonly string[], put: unknown): unknown {
	if (key === undefined) return put;
	if (typeof value !== 'object' || value === null) return { [key]: put };
	const entries = Object.entries(value).map(([name, inner]): [string, unknown] => [
		name,
		name === key ? changed(inner, rest, put) : inner,
	]);
	return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

it('the example with other values at a few of its places is read, or refused by sentences without its secrets', () => {
	expect(places.length).toBeGreaterThan(100);
	const changes = fc.array(fc.tuple(fc.constantFrom(...places), strange), { minLength: 1, maxLength: 3 });
	fc.assert(
		fc.property(changes, (all) => {
			expect(wrongWith(stringify(all.reduce((value, [path, put]) => changed(value, path, put), settings)))).toEqual([]);
		}),
		{ numRuns: 100 },
	);
});

it('the example with other characters in some places is read, or refused by sentences without its secrets', () => {
	const text = EXAMPLE.replaceAll(/\$\{\w+\}/g, SECRET);
	const piece = fc.oneof(
		fc.constantFrom(
			': ',
			'- ',
			'&a ',
			'*a',
			'*none',
			'<<: *a',
			'!!binary ',
			'!x ',
			'|',
			'? ',
			'{',
			'}',
			'[',
			'\t',
			'#',
		),
		fc.constantFrom('\0', '\ufeff', '\ud83d', '%YAML 9.9\n', '---\n', '...\n', '"', "'", '\r', `${SECRET}: `),
		fc.string({ maxLength: 8 }),
	);
	const edits = fc.array(fc.tuple(fc.nat(text.length), fc.nat(20), piece), { minLength: 1, maxLength: 4 });
	fc.assert(
		fc.property(edits, (all) => {
			expect(
				wrongWith(
					all.reduce((edited, [at, without, put]) => edited.slice(0, at) + put + edited.slice(at + without), text),
				),
			).toEqual([]);
		}),
		{ numRuns: 100 },
	);
});

it('bytes of any kind are read, or refused by sentences', () => {
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
			expect(wrongWith(Buffer.from(bytes))).toEqual([]);
		}),
		{ numRuns: 100 },
	);
});

it.each([
	['aliases that multiply', `a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n${laughs(12)}`],
	['an alias of nothing', 'gateway: *none'],
	['a secret that is read as an alias', `gateway: { tokens: [{ name: n8n, token: *${SECRET} }] }`],
	['an alias of itself', 'gateway: &a { tokens: *a }'],
	['lists in lists', '['.repeat(20_000)],
	['maps in maps', Array.from({ length: 3_000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
	['many documents', '---\na: 1\n'.repeat(3)],
	['a map as a key', '? { a: 1 }\n: 2'],
	['a key twice', 'log: { level: info }\nlog: { level: warn }'],
	['the prototype', '__proto__: { log: { level: 5 } }\nconstructor: { prototype: {} }'],
])('%s: a file with them is refused by sentences', (_what, content) => {
	expect(wrongWith(content)).toEqual([]);
	expect(() => loadConfig({ path: join(folder, 'agent-knowledge.yaml'), env: {} })).toThrow(ConfigError);
});

/** Each line is ten of the one before. */
function laughs(lines: number): string {
	return Array.from({ length: lines }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(10)}]`).join('\n');
}
