import { eventually, isThere } from '../../support/time/eventually';
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
		await eventually(
			async () => (await this.requests(agentId)).filter((post) => post.fault === fault),
			(held) => held.length >= times,
			`Request ${times} of ${agentId} blocked by "${fault}"`,
		);
	}

	/** Waits until the worker has requested a run. */
	async untilRequested(agentId: string): Promise<void> {
		await eventually(
			() => this.requests(agentId),
			(requests) => requests.length > 0,
			`A request for a run of ${agentId}`,
		);
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
		await eventually(
			() => {
				const runs = this.runs(agentId);
				return Promise.resolve(isSo(runs) ? runs : null);
			},
			isThere,
			`${agentId} with ${what}`,
		);
	}

	private async requests(agentId: string): Promise<LoggedRequest[]> {
		const posts = await this.admin.requests({ method: 'POST', path: retrainPath(agentId) });
		return posts.filter(({ keyId }) => keyId === WORKERS_KEY);
	}
}
