import { actionsOf, definitions } from '../tasks/definitions';
import { TASK_TYPES } from '../../workflows/contracts';
import { ACTIONS, humanised, STAGES } from './pages/words.js';
import { testGateway } from './testing/test-gateway';

describe.each(['/', '/syncs', '/schedules'])('the page %s', (path) => {
	it('may load its own styles and script, and nothing else', async () => {
		const { ask } = await testGateway();
		const page = await ask({ url: path, token: null });
		expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
		expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
		expect(page.text).not.toMatch(/<script(?! src=)|<style|\son\w+=/);
		const parts = [...page.text.matchAll(/(?:href|src)="(\/pages\/[^"]+)"/g)].map(([, file]) => String(file));
		expect(parts).toHaveLength(3);
		const replies = await Promise.all(parts.map((url) => ask({ url, token: null })));
		expect(replies.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
			[200, 'text/css; charset=utf-8'],
			[200, 'text/css; charset=utf-8'],
			[200, 'text/javascript; charset=utf-8'],
		]);
	});
});

test('every module that a page imports is served', async () => {
	const { ask } = await testGateway();
	const seen = new Set<string>();
	const follow = async (url: string): Promise<void> => {
		if (seen.has(url)) return;
		seen.add(url);
		const { status, text } = await ask({ url, token: null });
		expect([url, status]).toEqual([url, 200]);
		const imports = [...text.matchAll(/^import .* from '\.(\/[^']+)'/gm)].map(([, file]) => `/pages${String(file)}`);
		await Promise.all(imports.map(follow));
	};
	await Promise.all(['/pages/tasks.js', '/pages/syncs.js', '/pages/schedules.js'].map(follow));
	expect(seen.size).toBeGreaterThan(10);
});

test('every stage and every action of a task has its words', () => {
	for (const stage of Object.values(definitions).flatMap(({ stages }) => stages)) expect(STAGES).toHaveProperty(stage);
	const actions = TASK_TYPES.flatMap(actionsOf);
	for (const action of [...actions, 'resend-result']) expect(ACTIONS).toHaveProperty([action]);
});

test('names out of the API are shown as people read them', () => {
	expect(humanised('intervalSeconds')).toBe('Interval seconds');
	expect(humanised('needs_person')).toBe('Needs person');
});
