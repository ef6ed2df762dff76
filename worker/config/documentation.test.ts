import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { configSchema, loadConfig, parseConfig } from '.';
import { ENVIRONMENT_OVERRIDES } from './environment';

const documentation = readFileSync(join(__dirname, '../../docs/worker-configuration.md'), 'utf8');

test.each(ENVIRONMENT_OVERRIDES)('$variable is documented beside its setting', ({ variable, path }) => {
	const row = documentation.split('\n').find((line) => line.startsWith(`| \`${path.join('.')}`));
	expect(row).toContain(`\`${variable}\``);
});

test('the example of a file in the folder of connections needs no new variable, and so no restart', () => {
	const [, example] = /```yaml show\n# connections\/acme\.yaml\n(.+?)```/s.exec(documentation) ?? [];
	const root = mkdtempSync(join(tmpdir(), 'agent-knowledge-documentation-'));
	try {
		const [file, folder] = [join(root, 'agent-knowledge.yaml'), join(root, 'connections')];
		const encryption = { keys: [{ id: 'one', secret: randomBytes(32).toString('base64') }], current: 'one' };
		writeFileSync(file, JSON.stringify({ encryption, connectionsFolder: folder }));
		mkdirSync(folder);
		writeFileSync(join(folder, 'acme.yaml'), example ?? '');
		const { connections } = loadConfig({ path: file, env: {}, gateway: false });
		expect(connections).toMatchObject({ acme: { requestsPerMinute: 600 } });
	} finally {
		rmSync(root, { recursive: true });
	}
});

const EXAMPLE = join(__dirname, '../agent-knowledge.example.yaml');
const NEEDED = {
	AGENT_KNOWLEDGE_N8N_TOKEN: randomBytes(24).toString('hex'),
	AGENT_KNOWLEDGE_API_KEY: 'a-key',
	AGENT_KNOWLEDGE_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
};
const SIGNS = `whsec_${randomBytes(32).toString('base64')}`;

test('the example is a valid configuration once its variables are set', () => {
	const config = loadConfig({ path: EXAMPLE, env: NEEDED });
	expect(config.connections.main?.apiKey).toBe('a-key');
});

describe('the example with every comment taken away', () => {
	const all = z
		.record(z.string(), z.unknown())
		.parse(parse(readFileSync(EXAMPLE, 'utf8').replace(/^( *)# ( *(?:[\w-]+:|- ).*)$/gm, '$1$2')));

	test('is a valid configuration too', () => {
		const env = {
			...NEEDED,
			AGENT_KNOWLEDGE_TEMPORAL_KEY: 'a-key',
			AGENT_KNOWLEDGE_SIGNING_SECRET: SIGNS,
			AGENT_KNOWLEDGE_PROXY_SECRET: randomBytes(24).toString('hex'),
			AGENT_KNOWLEDGE_LEADS_SECRET: SIGNS,
			AGENT_KNOWLEDGE_HOOK_SECRET: SIGNS,
			AGENT_KNOWLEDGE_SHOP_SECRET: SIGNS,
			AGENT_KNOWLEDGE_DATABASE_URL: 'postgresql://user:password@host:5432/database',
			AGENT_KNOWLEDGE_HUBSPOT_TOKEN: 'a-token',
			AGENT_KNOWLEDGE_SMTP_URL: 'smtps://user:password@mail.example.com',
			AGENT_KNOWLEDGE_REPORTS_KEY_ID: 'an-id',
			AGENT_KNOWLEDGE_REPORTS_KEY: 'a-key',
		};
		expect(() => parseConfig(all, { source: 'the example', env, gateway: true })).not.toThrow();
	});

	test('shows each default that the schema has, except for five settings', () => {
		const defaults = defaultsIn(z.toJSONSchema(configSchema, { io: 'output', unrepresentable: 'any' }));
		const shown = defaults.flatMap(({ path, value }) =>
			valuesAt(all, path.split('.')).map((given) => ({ path, given, value })),
		);
		expect(shown.length).toBeGreaterThan(25);
		const others = shown.filter(({ given, value }) => JSON.stringify(given) !== JSON.stringify(value));
		expect(others.map(({ path }) => path).sort()).toEqual(OTHER_THAN_DEFAULT);
	});

	test('has every setting there is', () => {
		const settings = settingsIn(z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' }));
		expect(settings.length).toBeGreaterThan(60);
		// blobs.s3 takes what a bucket takes.
		const wanted = settings.filter((path) => path.join('.') === 'blobs.s3' || !path.join('.').startsWith('blobs.s3.'));
		expect(wanted.filter((path) => !has(all, path)).map((path) => path.join('.'))).toEqual([]);
	});
});

/** Settings that the example shows with another value than their default, because only such a value says something. */
const OTHER_THAN_DEFAULT = [
	'buckets.*.prefix',
	'connections.*.shareOfLimit',
	'destinations.*.table',
	'hooks.*.signature',
	'temporal.fairness',
];

/** The defaults of a schema that are a text, a number or a flag. */
function defaultsIn(
	schema: z.core.JSONSchema._JSONSchema,
	at: readonly string[] = [],
): Array<{ path: string; value: unknown }> {
	if (typeof schema === 'boolean') return [];
	const { default: value, properties = {}, additionalProperties = false, items = [] } = schema;
	const { anyOf = [], oneOf = [], allOf = [] } = schema;
	const own = ['string', 'number', 'boolean'].includes(typeof value) ? [{ path: at.join('.'), value }] : [];
	return [
		...own,
		...Object.entries(properties).flatMap(([name, inner]) => defaultsIn(inner, [...at, name])),
		...defaultsIn(additionalProperties, [...at, '*']),
		...[items].flat().flatMap((inner) => defaultsIn(inner, [...at, '*'])),
		...[...anyOf, ...oneOf, ...allOf].flatMap((inner) => defaultsIn(inner, at)),
	];
}

/** What stands at a path; `*` is any name of a map, and any place of a list. */
function valuesAt(value: unknown, [name, ...rest]: readonly string[]): unknown[] {
	if (name === undefined) return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) => (name === '*' || name === key ? valuesAt(inner, rest) : []));
}

/** The paths of all settings of a schema; `*` is any name of a map, and any place of a list. */
function settingsIn(schema: z.core.JSONSchema._JSONSchema): string[][] {
	if (typeof schema === 'boolean') return [];
	const { properties = {}, additionalProperties = false, items = [], anyOf = [], oneOf = [], allOf = [] } = schema;
	const within = (name: string, inner: z.core.JSONSchema._JSONSchema) =>
		settingsIn(inner).map((path) => [name, ...path]);
	return [
		...Object.entries(properties).flatMap(([name, inner]) => [[name], ...within(name, inner)]),
		...within('*', additionalProperties),
		...[items].flat().flatMap((inner) => within('*', inner)),
		...[...anyOf, ...oneOf, ...allOf].flatMap(settingsIn),
	];
}

function has(value: unknown, [name, ...rest]: string[]): boolean {
	if (name === undefined) return true;
	if (typeof value !== 'object' || value === null) return false;
	return Object.entries(value).some(([key, inner]) => (name === '*' || name === key) && has(inner, rest));
}
