import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOf, trainingStatusSchema } from '../../../api';
import { type RunningSandbox, startSandbox } from '../../../sandbox/bootstrap/start-sandbox';
import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import { TestSandbox } from './running-sandbox';
import { eventually } from '../../support/time/eventually';

describe('a restart', () => {
	let dataDir: string;

	beforeAll(async () => {
		dataDir = await mkdtemp(join(tmpdir(), 'sandbox-restart-'));
	});
	afterAll(() => rm(dataDir, { recursive: true, force: true }));

	const statusOf = async (running: RunningSandbox) => {
		const { body } = await TestSandbox.of(running).call('GET', '/agents/agent_support/training-status');
		return trainingStatusSchema.parse(body);
	};

	it('goes on with a run where it was, and keeps key, token and request log', async () => {
		const first = await startSandbox({ dataDir, rateLimit: 'none', clockFactor: 0.01 });
		await TestSandbox.of(first).call('POST', '/agents/agent_support/retrain');
		const before = runOf(
			await eventually(
				() => statusOf(first),
				(status) => runOf(status)?.pagesCompleted === 1,
				'a training run reads page after page',
			),
		);
		const sitePort = Number(new URL(first.siteUrl).port);
		await first.close();

		const second = await startSandbox({ dataDir, sitePort, rateLimit: 'none', clockFactor: 1000 });
		expect(second).toMatchObject({ seedKey: first.seedKey, adminToken: first.adminToken });
		const after = await eventually(
			() => statusOf(second),
			(status) => !status.training,
			'training is a job of its own',
		);
		expect(runOf(after)).toMatchObject({ id: before?.id, phase: 'completed', pagesCompleted: 13, error: null });
		const posts = await new SandboxAdmin(second).requests({ method: 'POST' });
		expect(posts).toMatchObject([{ path: '/agents/agent_support/retrain', status: 202 }]);
		await second.close();
	});
});
