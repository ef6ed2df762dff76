import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { ago } from '../../support/time/moments';
import { TASK_TYPES, type TaskInput, type TaskType } from '../../../workflows/contracts';
import { runProgram } from '../../../worker/cli/program';
import type { TaskType as OfferedType } from '../../../worker/gateway/console/api/types';
import type { Field } from '../../../worker/gateway/console/forms/field';
import { type FieldSchema, fieldsOf } from '../../../worker/gateway/console/forms/fields-of';
import { inputOf } from '../../../worker/gateway/console/forms/input';
import { emptyForm, typedForm } from '../../../worker/gateway/console/forms/typed';
import { bodyOf, typedSchedule } from '../../../worker/gateway/console/schedules/typed-schedule';
import { taskTypeListSchema } from '../../../worker/gateway/schemas';
import { useTestGateway } from '../../../worker/gateway/testing/test-gateway';
import { definitions } from '../../../worker/tasks/definitions';
import { withoutDefaults } from '../../../worker/tasks/task-input';

const BLOB = `sha256:${'0'.repeat(64)}`;
const SITEMAP = 'https://www.example.com/sitemap.xml';
const TEN_DAYS_AGO = ago(10 * 86_400_000)
	.toISOString()
	.slice(0, 10);
const PLAN_HASH = 'a'.repeat(22);

/** Each field of a task with a value other than its default, as the command line takes it and as the API does. */
type Samples<Type extends TaskType> = {
	[Field in keyof Required<Omit<TaskInput<Type>, 'version'>>]: {
		options: readonly string[];
		value: TaskInput<Type>[Field];
		/** Fields that exclude each other: each has a run of its own with those of its group. */
		group?: 'first' | 'second' | 'third' | 'fourth';
	};
};

const main = { options: ['--connection', 'main'], value: 'main' };
const agent = { options: ['--agent', 'agent_a'], value: 'agent_a' };
const agents = { options: ['--agents', 'agent_a,agent_b'], value: ['agent_a', 'agent_b'] };
const canChat = { options: ['--wait-until', 'canChat'], value: 'canChat' } as const;
const waits = { options: ['--if-active', 'wait'], value: 'wait' } as const;
const asks = { options: ['--if-uncertain', 'ask'], value: 'ask' } as const;
const notCompared = { options: ['--source-changes', 'none'], value: 'none' } as const;
const timeout = { options: ['--timeout', '5400'], value: 5_400 };

/** Filled in before the tests: files that the command line reads. */
const files = { text: join(tmpdir(), 'unset'), file: join(tmpdir(), 'unset') };
let folder = '';

const filter = {
	countries: { options: ['--countries', 'DE,FR'], value: ['DE', 'FR'] },
	emails: { options: ['--emails', '@shop.example'], value: ['@shop.example'] },
	excludeEmails: { options: ['--exclude-emails', '@our-company.example'], value: ['@our-company.example'] },
	formFields: { options: ['--form-fields', 'budget,size=large'], value: ['budget', 'size=large'] },
	leadsPerPerson: { options: ['--leads-per-person', 'one'], value: 'one' as const },
};

const conversation = {
	conversation: { options: ['--conversation', 'text'], value: 'text' as const },
	conversationSize: { options: ['--conversation-size', '500'], value: 500 },
};

const samples: { [Type in TaskType]: () => Samples<Type> } = {
	'retrain-and-wait': () => ({
		connection: main,
		agentId: agent,
		waitUntil: canChat,
		ifActive: waits,
		ifUncertain: asks,
		sourceChanges: notCompared,
		timeoutSeconds: timeout,
	}),
	'nightly-retrain': () => ({
		connection: main,
		agentIds: agents,
		waitUntil: canChat,
		ifActive: waits,
		ifUncertain: asks,
		sourceChanges: notCompared,
		atOnce: { options: ['--at-once', '5'], value: 5 },
		agentTimeoutSeconds: { options: ['--agent-timeout', '90'], value: 90 },
	}),
	'lead-export': () => ({
		connection: main,
		agentIds: agents,
		startDate: { options: ['--from', '2026-01-01'], value: '2026-01-01', group: 'first' },
		endDate: { options: ['--to', '2026-02-01'], value: '2026-02-01', group: 'first' },
		lastDays: { options: ['--last-days', '7'], value: 7, group: 'second' },
		period: { options: ['--period', 'last_week'], value: 'last_week', group: 'third' },
		timeZone: { options: ['--days-zone', 'Europe/Berlin'], value: 'Europe/Berlin', group: 'third' },
		email: { options: ['--email', '@shop'], value: '@shop' },
		...filter,
		...conversation,
		format: { options: ['--format', 'xlsx'], value: 'xlsx' },
		spreadsheet: { options: ['--spreadsheet', 'semicolon'], value: 'semicolon' },
		bucket: { options: ['--bucket', 'exports'], value: 'exports' },
	}),
	'conversation-export': () => ({
		connection: main,
		agentIds: agents,
		startDate: { options: ['--from', '2026-01-01'], value: '2026-01-01', group: 'first' },
		endDate: { options: ['--to', '2026-02-01'], value: '2026-02-01', group: 'first' },
		lastDays: { options: ['--last-days', '7'], value: 7, group: 'second' },
		period: { options: ['--period', 'last_week'], value: 'last_week', group: 'third' },
		timeZone: { options: ['--days-zone', 'Europe/Berlin'], value: 'Europe/Berlin', group: 'third' },
		channel: { options: ['--channel', 'website'], value: 'website' },
		state: { options: ['--state', 'resolved'], value: 'resolved' },
		format: { options: ['--format', 'csv'], value: 'csv' },
		spreadsheet: { options: ['--spreadsheet', 'semicolon'], value: 'semicolon' },
		bucket: { options: ['--bucket', 'exports'], value: 'exports' },
		partition: { options: ['--partition', 'day'], value: 'day' },
	}),
	'conversation-sync': () => ({
		connection: main,
		agentIds: agents,
		destination: { options: ['--destination', 'crm'], value: 'crm' },
		intervalSeconds: { options: ['--interval', '60'], value: 60 },
		recentDays: { options: ['--recent-days', '3'], value: 3 },
		openHours: { options: ['--open-hours', '12'], value: 12 },
		fullHours: { options: ['--full-hours', '48'], value: 48 },
	}),
	'lead-sync': () => ({
		connection: main,
		agentId: { ...agent, group: 'first' },
		agentIds: { ...agents, group: 'second' },
		destination: { options: ['--destination', 'crm'], value: 'crm' },
		intervalSeconds: { options: ['--interval', '60'], value: 60 },
		startDate: { options: ['--since', '2026-01-01'], value: '2026-01-01' },
		...filter,
		...conversation,
		settleMinutes: { options: ['--settle-minutes', '5'], value: 5 },
		atOnce: { options: ['--at-once'], value: true },
	}),
	'email-send-with-review': () => ({
		connection: main,
		agentId: agent,
		to: {
			options: ['--to', 'ada@client.example,bob@client.example'],
			value: ['ada@client.example', 'bob@client.example'],
		},
		cc: { options: ['--cc', 'cy@client.example'], value: ['cy@client.example'] },
		subject: { options: ['--subject', 'Your order'], value: 'Your order' },
		content: { options: ['--text', 'Two\nlines'], value: 'Two\nlines', group: 'first' },
		prompt: { options: ['--prompt', 'Answer kindly'], value: 'Answer kindly', group: 'second' },
		sessionId: { options: ['--session', 'email:7'], value: 'email:7' },
		name: { options: ['--name', 'Ada'], value: 'Ada' },
		mailboxId: { options: ['--mailbox', 'mailbox_1'], value: 'mailbox_1' },
		reviewers: { options: ['--reviewers', 'lead@team.example'], value: ['lead@team.example'] },
		remindAfterSeconds: { options: ['--remind-after', '3600'], value: 3_600 },
		deadlineSeconds: { options: ['--deadline', '86400'], value: 86_400 },
		followSeconds: { options: ['--follow', '7200'], value: 7_200 },
		resumeAutoReplies: { options: ['--resume-auto-replies'], value: true },
	}),
	'knowledge-sync': () => ({
		connection: main,
		agentId: agent,
		set: { options: ['--set', 'Handbook'], value: 'Handbook' },
		rows: {
			options: ['--rows-json', '[{"type":"qa","question":"When?","answer":"Now"}]'],
			value: [{ type: 'qa', question: 'When?', answer: 'Now' }],
			group: 'first',
		},
		blob: { options: ['--rows', files.file], value: BLOB, group: 'second' },
		url: { options: ['--url', SITEMAP], value: SITEMAP, group: 'third' },
		fromAgent: { options: ['--from-agent'], value: true, group: 'fourth' },
		include: { options: ['--include', '/help/**', '--include', '/faq'], value: ['/help/**', '/faq'], group: 'third' },
		exclude: { options: ['--exclude', '/help/old/**'], value: ['/help/old/**'], group: 'third' },
		columns: {
			options: ['--column', 'question=Frage', '--column', 'answer=2'],
			value: { question: 'Frage', answer: '2' },
			group: 'second',
		},
		mode: { options: ['--mode', 'add'], value: 'add', group: 'second' },
		planOnly: { options: ['--plan-only'], value: true, group: 'fourth' },
		planHash: { options: ['--plan-hash', PLAN_HASH], value: PLAN_HASH, group: 'second' },
		drift: { options: ['--drift', 'keep'], value: 'keep', group: 'second' },
		existing: { options: ['--existing', 'adopt'], value: 'adopt' },
		emptyOnPurpose: { options: ['--empty-on-purpose'], value: true, group: 'first' },
		prove: { options: ['--prove'], value: true, group: 'second' },
		reviewers: { options: ['--reviewers', 'eve@example.com'], value: ['eve@example.com'] },
		remindAfterSeconds: { options: ['--remind-after', '3600'], value: 3_600 },
		deadlineSeconds: { options: ['--deadline', '86400'], value: 86_400 },
		timeoutSeconds: timeout,
	}),
	'add-sources': () => ({
		connection: main,
		agentId: agent,
		sources: {
			options: ['--url', 'https://shop.example/', '--text', files.text, '--file', files.file],
			value: [
				{ type: 'url', url: 'https://shop.example/' },
				{ type: 'text', title: 'Opening hours', blob: BLOB },
				{ type: 'file', filename: 'prices.csv', blob: BLOB },
			],
		},
		ifPresent: { options: ['--if-present', 'add'], value: 'add' },
		timeoutSeconds: timeout,
	}),
	'for-each-connection': () => ({
		selector: { options: ['--selector', 'client=acme'], value: 'client=acme' },
		type: { options: ['--type', 'nightly-retrain'], value: 'nightly-retrain' },
		input: { options: ['--input', '{"agentIds":["agent_a"]}'], value: { agentIds: ['agent_a'] } },
		atOnce: { options: ['--at-once', '5'], value: 5 },
	}),
	'bulk-action': () => ({
		action: { options: ['--action', 'cancel'], value: 'cancel' },
		target: { options: ['--target', 'syncs'], value: 'syncs' },
		type: { options: ['--type', 'lead-sync'], value: 'lead-sync' },
		status: { options: ['--status', 'running'], value: 'running' },
		ended: { options: ['--ended', 'no'], value: false },
		needsAttention: { options: ['--needs-attention', 'no'], value: false },
		waitsForPerson: { options: ['--waits-for-person'], value: true },
		parent: { options: ['--parent', 'for-each-connection~a'], value: 'for-each-connection~a' },
		connection: main,
		selector: { options: ['--selector', 'client=acme'], value: 'client=acme' },
		agentId: agent,
		startedFrom: { options: ['--since', '2026-01-01'], value: '2026-01-01T00:00:00Z' },
		startedBefore: { options: ['--before', '2026-01-02'], value: '2026-01-02T00:00:00Z' },
		endedFrom: { options: ['--ended-since', '2026-01-01'], value: '2026-01-01T00:00:00Z' },
		endedBefore: { options: ['--ended-before', '2026-01-02'], value: '2026-01-02T00:00:00Z' },
		error: { options: ['--error', 'timed_out'], value: 'timed_out' },
		search: { options: ['--search', 'lead-sync'], value: 'lead-sync' },
		ids: { options: ['--ids', 'lead-sync~1,lead-sync~2'], value: ['lead-sync~1', 'lead-sync~2'] },
		all: { options: ['--all'], value: true },
		selection: { options: ['--selection', BLOB], value: BLOB },
		atOnce: { options: ['--at-once', '5'], value: 5 },
	}),
	'weekly-report': () => ({
		connection: main,
		agentIds: agents,
		weekStart: { options: ['--week-start', TEN_DAYS_AGO], value: TEN_DAYS_AGO, group: 'first' },
		period: { options: ['--period', 'last_week'], value: 'last_week', group: 'second' },
		timeZone: { options: ['--days-zone', 'Europe/Berlin'], value: 'Europe/Berlin' },
		locale: { options: ['--locale', 'de'], value: 'de' },
		mailTo: { options: ['--mail-to', 'ada@client.example'], value: ['ada@client.example'] },
		quoteQuestions: { options: ['--no-quotes'], value: false },
	}),
};

interface Sample {
	options: string[];
	input: Record<string, unknown>;
}

/** Runs of a task that together have each of its fields. */
function runsOf(type: TaskType): Sample[] {
	const all = Object.entries<{ options: readonly string[]; value: unknown; group?: string }>({ ...samples[type]() });
	const groups = [...new Set(all.flatMap(([, { group }]) => (group === undefined ? [] : [group])))];
	return (groups.length === 0 ? ['first'] : groups).map((chosen) => {
		const run = all.filter(([, { group = chosen }]) => group === chosen);
		return {
			options: run.flatMap(([, { options }]) => options),
			input: Object.fromEntries(run.map(([name, { value }]) => [name, value])),
		};
	});
}

/** The fields without which a task does not start. A mail needs its text, or a prompt, a set needs its rows, and a bulk
 * action a filter, or `all`. */
function neededFor(type: TaskType): Sample {
	const names = [...(schemaOf(type).required ?? []), 'content', 'rows', 'all'];
	const needed = Object.entries<{ options: readonly string[]; value: unknown }>({ ...samples[type]() }).filter(
		([name]) => names.includes(name),
	);
	return {
		options: needed.flatMap(([, { options }]) => options),
		input: Object.fromEntries(needed.map(([name, { value }]) => [name, value])),
	};
}

/** The requests of a command, to a gateway that accepts each. */
async function sentBy(...words: string[]) {
	const sent: Array<{ method: string; path: string; body: unknown }> = [];
	const gateway = createServer((request, response) => {
		const { method = '', url: path = '', headers } = request;
		void text(request).then((body) => {
			const isJson = headers['content-type'] === 'application/json';
			sent.push({ method, path, body: isJson ? (JSON.parse(body) as unknown) : null });
			response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(responseTo(path)));
		});
	}).listen(0, '127.0.0.1');
	await once(gateway, 'listening');
	const { port } = gateway.address() as AddressInfo;
	const notes: string[] = [];
	const terminal = {
		result: () => undefined,
		note: (text: string) => void notes.push(text),
		interactive: false,
		screen: null,
		cwd: '/',
		env: { AGENT_KNOWLEDGE_GATEWAY_TOKEN: 'a-token', AGENT_KNOWLEDGE_GATEWAY_URL: `http://127.0.0.1:${port}` },
	};
	try {
		const code = await runProgram(['node', 'agent-knowledge', ...words], terminal);
		expect([code, notes]).toEqual([0, []]);
	} finally {
		gateway.closeAllConnections();
		gateway.close();
	}
	return sent.filter(({ path }) => path !== '/v1/blobs');
}

function responseTo(path: string): object {
	if (path === '/v1/blobs') return { blob: BLOB, bytes: 1, expiresAt: new Date(0).toISOString() };
	if (path.startsWith('/v1/schedules/')) return scheduleView('nightly-retrain', {});
	const type = path.split('/').at(-1);
	return { id: `${String(type)}~1`, type, status: 'running', links: { self: path } };
}

function scheduleView(type: TaskType, input: Record<string, unknown>) {
	return {
		id: 'nights',
		type,
		connection: 'main',
		cron: ['30 3 * * 1-5'],
		timeZone: 'Europe/Berlin',
		jitterSeconds: 600,
		paused: true,
		note: 'All shops',
		next: [],
		clockWarnings: [],
		recent: [],
		links: { self: '/v1/schedules/nights' },
		version: 'a',
		input,
		running: [],
		counts: { started: 0, missed: 0, skipped: 0 },
		createdAt: new Date(0).toISOString(),
		finishBy: '06:00',
		warnMinutes: 45,
		updatedAt: null,
	};
}

const schemaOf = (type: TaskType): FieldSchema =>
	JSON.parse(JSON.stringify(z.toJSONSchema(definitions[type].input, { io: 'input' }))) as FieldSchema;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'task-forms-'));
	files.text = join(folder, 'Opening hours.txt');
	files.file = join(folder, 'prices.csv');
	writeFileSync(files.text, 'Always');
	writeFileSync(files.file, 'a,b');
});

afterAll(() => rm(folder, { recursive: true }));

describe.each(TASK_TYPES)('the form of %s', (type) => {
	const schema = schemaOf(type);
	const fields = fieldsOf(schema);

	it('has a field for each field of the input, and no other', () => {
		const { version: _version, ...properties } = schema.properties ?? {};
		expect(fields.map(({ name }) => name)).toEqual(Object.keys(properties));
		expect(fields.filter(({ isRequired }) => isRequired).map(({ name }) => name)).toEqual(schema.required);
	});

	it('has a label and help of its own for each field, and the kind that its schema says', () => {
		expect(shapeOfForm(fields)).toEqual(shapeOfSchema(schema));
	});

	it('sends each field as it was typed', () => {
		const sent = runsOf(type).map(({ input }) => {
			expect(Object.keys(withoutDefaults(definitions[type].input, input))).toEqual(Object.keys(input));
			expect(inputOf(fields, typedForm(fields, input))).toEqual({
				input: expect.objectContaining(input) as object,
				problems: [],
			});
			return Object.keys(input);
		});
		expect([...new Set(sent.flat())].sort()).toEqual(fields.map(({ name }) => name).sort());
	});

	it('sends the defaults of the API where nothing is typed, and says what is missing', () => {
		const { input, problems } = inputOf(fields, emptyForm(fields));
		expect(problems).toEqual((schema.required ?? []).map((path) => ({ path, message: 'is missing' })));
		const { input: needed } = neededFor(type);
		expect(definitions[type].input.parse({ ...input, ...needed })).toEqual(definitions[type].input.parse(needed));
	});
});

/** A form, to compare. */
function shapeOfForm(fields: readonly Field[]): object[] {
	return fields.map(({ name, label, help, kind }) => ({ name, label, hasHelp: help !== '', kind: shapeOfKind(kind) }));
}

function shapeOfKind(kind: Field['kind']): unknown {
	if (kind.is === 'rows') return kind.variants.map(({ label, fields }) => ({ label, fields: shapeOfForm(fields) }));
	return kind.is === 'choice' ? kind.options : kind.is;
}

/** The same, as JSON Schema has it, found in another way than the form finds it. */
function shapeOfSchema({ properties = {} }: FieldSchema): object[] {
	return (
		Object.entries(properties)
			// The type of a row is what it is. That of a filter is a choice.
			.filter(([name, { enum: choices }]) => name !== 'version' && (name !== 'type' || choices !== undefined))
			.map(([name, property]) => ({ name, label: property.title, hasHelp: true, kind: expectedKind(property) }))
	);
}

function expectedKind(property: FieldSchema): unknown {
	const rows = property.items?.oneOf;
	if (rows !== undefined) return rows.map((row) => ({ label: row.title, fields: shapeOfSchema(row) }));
	if (property.type === 'boolean' && property.default === undefined)
		return [
			['yes', 'Yes'],
			['no', 'No'],
		];
	// Each value has its own words.
	return property.enum?.map((value) => [value, property['x-form']?.options?.[value]]) ?? kindOf(property);
}

function kindOf(property: FieldSchema): string {
	if (property['x-form']?.upload !== undefined) return 'upload';
	if (JSON.stringify(property).includes('"format":"date"')) return 'date';
	if (property.type === 'object') return property.propertyNames?.enum === undefined ? 'json' : 'named';
	return { integer: 'number', boolean: 'yes-no', array: 'texts' }[property.type ?? ''] ?? 'text';
}

describe.each(TASK_TYPES)('agent-knowledge run %s', (type) => {
	it('sends each field as the form does', async () => {
		for (const { options, input } of runsOf(type)) {
			const [request] = await sentBy('run', type, '--no-wait', ...options);
			expect(request).toEqual({
				method: 'POST',
				path: `/v1/tasks/${type}`,
				body: expect.objectContaining(input) as object,
			});
			const form = inputOf(fieldsOf(schemaOf(type)), typedForm(fieldsOf(schemaOf(type)), input));
			expect(request?.body).toEqual({ version: 1, ...form.input });
		}
	});
});

describe.each(TASK_TYPES)('agent-knowledge run %s without options', (type) => {
	it('sends the defaults of the definition', async () => {
		const { options, input } = neededFor(type);
		const [request] = await sentBy('run', type, '--no-wait', ...options);
		expect(definitions[type].input.parse(request?.body)).toEqual(definitions[type].input.parse(input));
	});
});

describe('the form of a schedule', () => {
	let types: OfferedType[] = [];

	const { ask } = useTestGateway();
	beforeAll(async () => {
		types = taskTypeListSchema.parse((await ask({ url: '/v1/task-types' })).body).items;
	});

	it.each(TASK_TYPES.filter((type) => definitions[type].schedulable === true))(
		'sends what agent-knowledge schedules create %s sends',
		async (type) => {
			for (const { options, input } of runsOf(type)) {
				const timing = ['--cron', '30 3 * * 1-5', '--time-zone', 'Europe/Berlin', '--jitter', '600', '--paused'];
				const finish = ['--finish-by', '06:00', '--warn-minutes', '45'];
				const words = ['schedules', 'create', type, 'nights', ...options, ...timing, ...finish, '--note', 'All shops'];
				const [request] = await sentBy(...words);
				const { body, problems } = bodyOf(typedSchedule(types, scheduleView(type, input)), types, false);
				expect(problems).toEqual([]);
				expect(request).toEqual({
					method: 'PUT',
					path: '/v1/schedules/nights',
					body: { ...body, input: { version: 1, ...body.input } },
				});
			}
		},
	);
});
