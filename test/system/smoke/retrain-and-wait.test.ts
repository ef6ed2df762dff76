import { Film } from './film';
import { useBrowser } from '../../support/browser/use-browser';
import { picturePath, walk } from '../../support/browser/walk';
import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import { startFlow } from '../../../scripts/n8n/workflows.mjs';
import { untilStatus } from '../../support/stack/execution-status';
import { useRealN8n } from '../../support/stack/use-real-n8n';

const running = useRealN8n();
const browser = useBrowser();

it('the example flow retrains an agent, waits without holding n8n, and goes on with the result', async () => {
	const { stack, n8n } = running();
	const id = await n8n.importExample('retrain-and-wait.json');
	const execution = await startFlow(n8n.client, id, 'Start by Hand');

	await untilStatus(n8n.client, execution, ['waiting']);
	const { status, data } = await untilStatus(n8n.client, execution, ['success', 'error', 'crashed']);

	expect(status).toBe('success');
	expect(data).toContain('agent_support read');
	const filter = { method: 'POST', path: '/agents/agent_support/retrain' };
	const posts = await new SandboxAdmin(stack.sandbox).requests(filter);
	expect(posts.map((request) => request.status)).toEqual([202]);
});

it('the same flow in the editor: a person runs it, sees it wait, and reads the result', async () => {
	const { n8n } = running();
	const id = await n8n.importExample('retrain-and-wait.json');

	await walk(browser(), n8n, 'example-flow', async (editor) => {
		const film = new Film(editor.page);
		await editor.open(id);
		await editor.tidy();
		await film.show(2_000);
		await editor.execute();
		await film.until(editor.untilWaiting('Retrain and Wait'));
		await film.show(1_500);
		await film.until(editor.untilGreen('Retrain and Wait'));
		await editor.untilGreen('Say What Was Learned');
		await film.show(1_000);

		expect(await editor.openLogs()).toMatch(/agent_support read \d+ of \d+ pages/);
		await editor.tidy();
		await film.show(4_000);
		await editor.page.screenshot({ path: await picturePath('example-flow.png') });
		expect(await film.save('first-flow.webp')).toBeGreaterThan(3);
	});
});
