import { waitUntil } from '../../../scripts/processes/wait-until.mjs';
import type { LoggedRequest, SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import { retrainPath, statusPath } from './api-paths';
import { type BegunRun, isActive, runsBegun } from './training-runs';

/** The id of the key that the sandbox is seeded with, which is the worker's alone. */
const WORKERS_KEY = 'key_seed';

/** The service's own records: its request log and its database. */
export class ServiceRecords {
	constructor(
		private readonly admin: SandboxAdmin,
		private readonly databaseFile: string,
	) {}

	/** Each `POST retrain` of the worker that arrived, oldest first: its status, or the fault that took it. */
	async posts(agentId: string): Promise<Array<number | string>> {
		return (await this.requests(agentId)).map(({ status, fault }) => status ?? fault ?? 'lost');
	}

	/** The training runs that began, by anybody's request, oldest first. */
	runs(agentId: string): BegunRun[] {
		return runsBegun(this.databaseFile, agentId);
	}

	/** When the worker looked at the training status for the first time after its first request, ISO 8601 UTC. */
	async firstLookAfterRequest(agentId: string): Promise<string> {
		const [post] = await this.requests(agentId);
		const looks = await this.admin.requests({ method: 'GET', path: statusPath(agentId) });
		const look = looks.find(({ id, status }) => post !== undefined && id > post.id && status === 200);
		if (!look) throw new Error(`Nobody saw the training of ${agentId} after a request.`);
		return look.at;
	}

	/** Waits until a fault blocks the worker's request at the service. */
	async untilBlocked(agentId: string, fault: 'delay' | 'hang', times = 1): Promise<void> {
		await waitUntil(`Request ${times} of ${agentId} blocked by "${fault}"`, async () => {
			const held = (await this.requests(agentId)).filter((post) => post.fault === fault);
			return held.length >= times ? held : null;
		});
	}

	/** Waits until the worker has requested a run. */
	async untilRequested(agentId: string): Promise<void> {
		await waitUntil(`A request for a run of ${agentId}`, async () => {
			const requests = await this.requests(agentId);
			return requests.length > 0 ? requests : null;
		});
	}

	/** Waits until so many runs have begun in all, and none of them is active. */
	async untilRunsEnded(agentId: string, times: number): Promise<void> {
		await this.untilRuns(agentId, `${times} runs ended`, (runs) => runs.length === times && !runs.some(isActive));
	}

	/** Waits until a run is active. */
	async untilRunBegun(agentId: string): Promise<void> {
		await this.untilRuns(agentId, 'an active run', (runs) => runs.some(isActive));
	}

	private async untilRuns(agentId: string, what: string, isSo: (runs: BegunRun[]) => boolean): Promise<void> {
		await waitUntil(`${agentId} with ${what}`, () => {
			const runs = this.runs(agentId);
			return Promise.resolve(isSo(runs) ? runs : null);
		});
	}

	private async requests(agentId: string): Promise<LoggedRequest[]> {
		const posts = await this.admin.requests({ method: 'POST', path: retrainPath(agentId) });
		return posts.filter(({ keyId }) => keyId === WORKERS_KEY);
	}
}
