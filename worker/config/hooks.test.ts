import { randomBytes } from 'node:crypto';
import { ConfigError, parseConfig } from '.';
import { hookInput, isMapped, sourceOf } from './hooks';

const hook = {
	connection: 'main',
	fixed: { agentId: 'a', sources: [{ type: 'url' }] },
	fields: { '/sources/0/url': '/data/page', '/title': '/data/a~1b' },
};

test('takes what is there and leaves out what is not', () => {
	expect(hookInput(hook, { data: { page: 'https://x', other: 1 } })).toEqual({
		connection: 'main',
		agentId: 'a',
		sources: [{ type: 'url', url: 'https://x' }],
	});
	expect(hookInput(hook, { data: { 'a/b': null } })).toMatchObject({ title: null });
	expect(hook.fixed.sources).toEqual([{ type: 'url' }]);
});

test('a message reaches nothing beyond itself', () => {
	const fields = { '/agentId': '/constructor/name', '/title': '/__proto__/x' };
	expect(hookInput({ ...hook, fields }, {})).toEqual({ connection: 'main', ...hook.fixed });
});

test.each([
	[['sources', '0', 'url'], '/data/page', true],
	[['sources', '0', 'url', '3'], '/data/page/3', true],
	[['sources', '0'], null, true],
	[['title'], '/data/a~1b', true],
	[['sources', '1'], null, false],
	[['agentId'], null, false],
])('%j comes from %s', (path, source, mapped) => {
	expect(sourceOf(hook, path)).toBe(source);
	expect(isMapped(hook, path)).toBe(mapped);
});

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const good = {
	secrets: [secret],
	task: 'retrain-and-wait',
	connection: 'main',
	fixed: { waitUntil: 'canChat' },
	fields: { '/agentId': '/data/agent/id' },
};

function hooksOf(hook: object) {
	return parseConfig(
		{
			gateway: { tokens: [{ name: 'n8n', token: randomBytes(18).toString('hex') }] },
			connections: { main: { baseUrl: 'http://127.0.0.1:4010', apiKey: 'k' } },
			encryption: { keys: [{ id: 'a', secret: randomBytes(32).toString('base64') }], current: 'a' },
			hooks: { published: hook },
		},
		{ source: 'test.yaml', env: {}, gateway: true },
	).hooks;
}

function problemsOf(hook: object): string[] {
	try {
		hooksOf(hook);
	} catch (error) {
		if (error instanceof ConfigError) return error.problems.map(({ path, message }) => `${path} ${message}`);
		throw error;
	}
	return [];
}

test('a hook has its defaults', () => {
	expect(hooksOf(good).published).toMatchObject({ replaySeconds: 300, maxBytes: 65_536, fixed: good.fixed });
});

test.each([
	['an unknown task', { task: 'bake' }, /^hooks\.published\.task must be one of: retrain-and-wait/],
	[
		'an unknown connection',
		{ connection: 'other' },
		/^hooks\.published\.connection names no connection; the connections are: main$/,
	],
	[
		'an unknown field',
		{ fields: { '/agent': '/id' } },
		/fields\.\/agent is not a field of retrain-and-wait; its fields are: .*\/agentId/,
	],
	['a connection from the message', { fields: { '/connection': '/c' } }, /must not come from a message/],
	['a fixed connection', { fixed: { connection: 'main' } }, /fixed\.connection is a setting of the hook itself/],
	['a place that is none', { fields: { '/agentId': 'data.id' } }, /is not a JSON pointer/],
	['a needed field that nobody gives', { fields: {} }, /^hooks\.published\.fixed\.agentId is missing$/],
	[
		'a fixed value that is wrong',
		{ fixed: { waitUntil: 'soon' } },
		/fixed\.waitUntil must be one of: canChat, finished/,
	],
	['an unknown fixed field', { fixed: { agent: 'x' } }, /fixed\.agent is not a field of retrain-and-wait/],
	['no secret', { secrets: [] }, /secrets is empty/],
	['three secrets', { secrets: [secret, secret, secret] }, /secrets has more than two/],
	['a secret that is none', { secrets: ['short'] }, /secrets\[0\] must be whsec_/],
	['a long replay window', { replaySeconds: 301 }, /replaySeconds must be 300 or less/],
])('%s is a configuration error', (_what, change, problem) => {
	const problems = problemsOf({ ...good, ...change });
	expect(problems).toContainEqual(expect.stringMatching(problem));
	expect(problems.join('\n')).not.toContain(secret);
});

test.each([
	[
		'an item of a list',
		{ task: 'add-sources', fixed: { agentId: 'a', sources: [{ type: 'url' }] }, fields: { '/sources/0/url': '/url' } },
	],
	['a whole list', { task: 'add-sources', fixed: { agentId: 'a' }, fields: { '/sources': '/sources' } }],
	[
		'one of two fields',
		{
			task: 'email-send-with-review',
			fixed: { agentId: 'a', subject: 'S' },
			fields: { '/to/0': '/email', '/prompt': '/text' },
		},
	],
	['nothing', { task: 'nightly-retrain', fixed: {}, fields: {} }],
])('%s may come from the message', (_what, change) => {
	expect(problemsOf({ ...good, ...change })).toEqual([]);
});

const quiet = { ...good, quietSeconds: 60, longestDelaySeconds: 600 };

const collectedRows = {
	...quiet,
	task: 'knowledge-sync',
	fixed: { agentId: 'a', set: 'prices' },
	fields: { '/rows': '/rows' },
};

test('a hook with a quiet time takes a whole set from a message, and adds what stands elsewhere', () => {
	const elsewhere = { mode: 'add', url: 'https://example.com/prices.csv' };
	expect(problemsOf(collectedRows)).toEqual([]);
	expect(problemsOf({ ...collectedRows, fixed: { ...collectedRows.fixed, ...elsewhere }, fields: {} })).toEqual([]);
});

test('a hook with a quiet time waits for a run that is active, whatever the sender', () => {
	const hooks = hooksOf({ ...quiet, signature: 'github', secrets: ['a secret of the sender'] });
	expect(hooks['published']).toMatchObject({ quietSeconds: 60, longestDelaySeconds: 600, warnMinutes: 30 });
	const { published } = hooks;
	if (published === undefined) throw new Error('There is no hook.');
	expect(hookInput(published, { data: { agent: { id: 'a' } } })).toMatchObject({ agentId: 'a', ifActive: 'wait' });
	expect(hookInput({ ...published, quietSeconds: undefined }, {})).not.toHaveProperty('ifActive');
});

test.each([
	[{ ...quiet, longestDelaySeconds: undefined }, /longestDelaySeconds is missing/],
	[{ ...quiet, quietSeconds: undefined }, /quietSeconds is missing/],
	[{ ...quiet, longestDelaySeconds: 30 }, /longestDelaySeconds is less than quietSeconds/],
	[{ ...quiet, fixed: { ifActive: 'adopt' } }, /ifActive must be "wait"/],
	[{ ...quiet, fields: { ...quiet.fields, '/ifActive': '/data/how' } }, /ifActive must be "wait"/],
	[
		{ ...quiet, task: 'lead-export', fields: {}, fixed: { agentIds: ['a'] } },
		/quietSeconds needs a task whose run covers earlier messages: retrain-and-wait/,
	],
	[{ ...collectedRows, fixed: { ...collectedRows.fixed, mode: 'add' } }, /mode must be "mirror" or "own"/],
	[{ ...collectedRows, fields: { '/rows': '/rows', '/mode': '/mode' } }, /mode must be "mirror" or "own"/],
	[{ ...good, finishWithinMinutes: 60 }, /finishWithinMinutes needs quietSeconds/],
	[{ ...quiet, finishWithinMinutes: 40 }, /must be more than warnMinutes and longestDelaySeconds together \(40\)/],
	[{ ...good, signature: 'github', secrets: ['short'] }, /at least 16 characters/],
	[{ ...good, secrets: ['a secret of the sender'] }, /must be whsec_/],
	[{ ...good, signature: 'hmac' }, /signature/],
	[{ ...good, signature: 'header', header: 'no header' }, /is not the name of a header/],
])('%j is refused', (hook, problem) => {
	const problems = problemsOf(hook).join('\n');
	expect(problems).toMatch(problem);
	expect(problems).not.toContain('a secret of the sender');
});
