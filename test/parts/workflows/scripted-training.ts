import type { TrainingRun } from '../../../api';
import { judgeWatch, pollDelayMs } from '../../../worker/activities/retrain/follow-run';
import { notYet } from '../../../worker/temporal/not-yet';
import type { StartResponse, TrainingActivities, TrainingSnapshot } from '../../../workflows/retrain/activities';

/**
 * What happens to one request for a run:
 *
 * - `lost-before`, `lost-after`: no response; without or with the effect, if no run is active.
 * - `late`: no response, and the effect comes so many milliseconds after the next request.
 * - `refused`: 409, although the service shows no active run.
 * - `limited`: 429.
 */
export type Fate = 'answered' | 'lost-before' | 'lost-after' | 'refused' | 'limited' | { late: number };

export interface TrainingOptions {
	/** Milliseconds of the server's time. */
	now: () => Promise<number>;
	/** Of each request; the last one also of all that follow. */
	fates: readonly Fate[];
	/** Whether a run still shows once it has ended. */
	shows: 'ended runs' | 'active runs';
	/** Of each run. Milliseconds. */
	runMs?: number;
	/** For how long the service answers each request with 503. Milliseconds since the first one. */
	unavailableMs?: number;
	/** What it asks for with such a 503. */
	retryAfterMs?: number;
	/** A run that had ended before the task began. */
	trained?: boolean;
	/** Another caller's run, so long after the first request. Milliseconds. */
	otherAfterMs?: number;
	canChat?: boolean;
}

const error = (type: string, status: number) => ({
	type,
	title: type,
	status,
	detail: 'As the test says.',
	issues: [],
});
const lost = (retryAfterMs: number | null = null): StartResponse => ({
	outcome: 'ambiguous',
	error: error('unavailable', 503),
	retryAfterMs,
});

/** One agent of a service that follows the server's time. */
export class ScriptedTraining {
	/** When each request came. Milliseconds. */
	readonly requests: number[] = [];
	/** When each run began, in order. Milliseconds. */
	private readonly begun: number[];

	constructor(private readonly options: TrainingOptions) {
		this.begun = options.trained === true ? [0] : [];
	}

	/** How many runs began since the task. */
	get runs(): number {
		return this.begun.length - (this.options.trained === true ? 1 : 0);
	}

	readonly activities: TrainingActivities = {
		readTraining: () => this.look(),
		readAgentTimes: () => Promise.resolve({}),
		readSourceTimes: () => Promise.resolve({}),
		requestTraining: () => this.request(),
		watchTraining: async (watch) => {
			const snapshot = await this.look();
			const now = Date.parse(snapshot.at);
			const reason = judgeWatch(watch, snapshot, now);
			if (reason !== null) return { reason, snapshot };
			throw notYet('later', pollDelayMs(watch, snapshot, now, { pollMinMs: 5_000, pollMaxMs: 60_000 }));
		},
	};

	private async request(): Promise<StartResponse> {
		const now = await this.options.now();
		const { fates, unavailableMs = 0, retryAfterMs, otherAfterMs } = this.options;
		const fate = fates[this.requests.length] ?? fates.at(-1) ?? 'answered';
		const before = fates[this.requests.length - 1];
		this.requests.push(now);
		if (typeof before === 'object') this.begun.push(now + before.late);
		if (this.requests.length === 1 && otherAfterMs !== undefined) this.begun.push(now + otherAfterMs);
		if (now - (this.requests[0] ?? now) < unavailableMs) return lost(retryAfterMs ?? null);
		if (typeof fate === 'object' || fate === 'lost-before') return lost();
		if (fate === 'limited') return { outcome: 'not-sent', error: error('rate_limited', 429), retryAfterMs: 7_000 };
		const conflict = fate === 'refused' || this.active(now) !== undefined;
		if (!conflict) this.begun.push(now);
		if (fate === 'lost-after') return lost();
		return conflict ? { outcome: 'conflict', error: error('training_active', 409) } : { outcome: 'accepted' };
	}

	private active(now: number): number | undefined {
		const { runMs = 20_000 } = this.options;
		return this.begun.find((at) => at > 0 && at <= now && now < at + runMs);
	}

	private async look(): Promise<TrainingSnapshot> {
		const now = await this.options.now();
		const active = this.active(now);
		const isShown = active !== undefined || this.options.shows === 'ended runs';
		const newest = active ?? this.begun.filter((at) => at <= now).sort((one, other) => other - one)[0];
		return {
			training: active !== undefined,
			canChat: this.options.canChat ?? true,
			run: isShown && newest !== undefined ? this.runOf(newest) : null,
			at: new Date(now).toISOString(),
		};
	}

	private runOf(at: number): TrainingRun {
		const pages = { pagesCompleted: 3, pagesTotal: 10, pagesFailed: 0 };
		return { id: `run_${at}`, phase: 'crawling', ...pages, startedAt: new Date(at).toISOString(), error: null };
	}
}
