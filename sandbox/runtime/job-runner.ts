import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { SqlDatabase } from '../database/sql-database';

const jobRow = z.object({ id: z.number(), kind: z.string(), subject: z.string() });

type Job = z.infer<typeof jobRow>;

/** Background work. A row exists until the work is done. */
class JobsRepository {
	constructor(private readonly database: SqlDatabase) {}

	insert(kind: string, subject: string, createdAt: string): number {
		return this.database.run('INSERT INTO jobs (kind, subject, created_at) VALUES (?, ?, ?)', kind, subject, createdAt)
			.id;
	}

	/** Oldest first. */
	all(): Job[] {
		return this.database.all(jobRow, 'SELECT id, kind, subject FROM jobs ORDER BY id');
	}

	delete(id: number): void {
		this.database.run('DELETE FROM jobs WHERE id = ?', id);
	}
}

export interface JobKind {
	/** The number of jobs of this kind that run at once. */
	concurrency: number;
	/** Does the work. After a restart it may be called again for the same subject, and then continues. */
	run(subject: string, signal: AbortSignal): Promise<void>;
	/** Called after the last attempt, if an unexpected error ended the work. */
	giveUp(subject: string): void;
}

const MAX_ATTEMPTS = 3;
const RETRY_AFTER_MS = 1000;

/**
 * Background work that survives the process. A job's row is removed only when its work is done, so unfinished work runs
 * again at the next start.
 */
export class JobRunner {
	private readonly stopping = new AbortController();
	private readonly running = new Map<Job, Promise<void>>();
	private readonly waiting: Job[] = [];
	private readonly repository: JobsRepository;

	constructor(
		database: SqlDatabase,
		private readonly kinds: ReadonlyMap<string, JobKind>,
		private readonly log: FastifyBaseLogger,
	) {
		this.repository = new JobsRepository(database);
		// Every waiting job listens.
		setMaxListeners(0, this.stopping.signal);
	}

	/** Resumes the jobs of an earlier process. */
	start(): void {
		this.waiting.push(...this.repository.all());
		this.startWaiting();
	}

	/** Adds work, which starts after the transaction. Call it inside the transaction that makes the work necessary. */
	add(kind: string, subject: string): void {
		const id = this.repository.insert(kind, subject, new Date().toISOString());
		this.waiting.push({ id, kind, subject });
		setImmediate(() => this.startWaiting());
	}

	/** Aborts all work and waits until none uses the database. */
	async stop(): Promise<void> {
		this.stopping.abort(new Error('The sandbox is stopping.'));
		await Promise.all(this.running.values());
	}

	private startWaiting(): void {
		if (this.stopping.signal.aborted) return;
		for (const job of [...this.waiting]) {
			const kind = this.kinds.get(job.kind);
			if (!kind || this.countRunning(job.kind) >= kind.concurrency) continue;
			this.waiting.splice(this.waiting.indexOf(job), 1);
			const work = this.work(job, kind).finally(() => {
				this.running.delete(job);
				this.startWaiting();
			});
			this.running.set(job, work);
		}
	}

	private countRunning(kind: string): number {
		return [...this.running.keys()].filter((job) => job.kind === kind).length;
	}

	private async work(job: Job, kind: JobKind): Promise<void> {
		const { signal } = this.stopping;
		for (let attempt = 1; ; attempt += 1) {
			try {
				await kind.run(job.subject, signal);
				break;
			} catch (error) {
				if (signal.aborted) return;
				this.log.error({ err: error, kind: job.kind, subject: job.subject, attempt }, 'a background job failed');
				if (attempt === MAX_ATTEMPTS) {
					kind.giveUp(job.subject);
					break;
				}
				await wait(RETRY_AFTER_MS, undefined, { signal }).catch(() => undefined);
			}
		}
		this.repository.delete(job.id);
	}
}
