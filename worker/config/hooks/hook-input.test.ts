import { hookInput, isMapped, sourceOf } from './hook-input';

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
