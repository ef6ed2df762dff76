import { ApplicationFailure } from '@temporalio/common';
import { now } from '../../support/time/moments';
import { notYet } from '../../../worker/temporal/not-yet';
import type { WriteResponse } from '../../../workflows/task/activities';
import type { TrainingSnapshot } from '../../../workflows/retrain/activities';
import type { AddResponse, SourceActivities } from '../../../workflows/add-sources/activities';
import type { SourceInput } from '../../../workflows/add-sources/contract';
import { nameOf } from '../../../workflows/add-sources/names';

const error = { type: 'x', title: 'X', status: 503, detail: 'No answer within 30 s.', issues: [] };
const LOST: WriteResponse = { outcome: 'ambiguous', error };
/** How often the service refuses a source for now, which fills a history. */
const SENT_AWAY = 15;

function notSent(status: 401 | 429): AddResponse {
	return { outcome: 'not-sent', error: { ...error, status }, retryAfterMs: 20 };
}

function gone(): ApplicationFailure {
	return ApplicationFailure.create({ type: 'unauthorized', message: 'No', nonRetryable: true, details: [error] });
}

/** A service that does what a text's title says, to lead a task along one path. */
export class ScriptedSources {
	/** Titles of what was sent, in order. */
	readonly sent: string[] = [];
	/** Of the list, as it is read before anything is added. */
	pages = 1;
	/** The key may not read the list any more. */
	unreadable = false;
	/** Between two looks at a source that is never read. Milliseconds. */
	pauseMs = 50;
	/** No connection comes about. */
	away = false;
	/** What was lost takes effect now. */
	late = false;
	/** Lets the answer to `slow` come. */
	answerSlow: () => void = () => undefined;
	private readonly ids = new Map<string, number>();
	private training = false;

	readonly sources: SourceActivities = {
		findSources: ({ wanted, offset, since }) => {
			if (this.away) return Promise.reject(ApplicationFailure.retryable('No connection.', 'connection_refused'));
			if (this.unreadable) return Promise.reject(gone());
			const found = wanted.flatMap(({ index, name }) => {
				if (name === 'present') return [{ index, id: 1, status: 'indexed' }];
				if (name === 'lost-twice' && this.late) return [{ index, id: 99, status: 'processing' }];
				if (name.startsWith('lost-late')) return this.shownLate(index, name);
				const id = name === 'lost-after' ? this.ids.get(name) : undefined;
				return id === undefined ? [] : [{ index, id, status: 'processing' }];
			});
			const next = since === null && offset + 1 < this.pages ? offset + 1 : null;
			return Promise.resolve({ found, next });
		},
		addSource: async (_agentId, source) => {
			const title = nameOf(source);
			this.sent.push(title);
			if (title === 'slow') await new Promise<void>((resolve) => (this.answerSlow = resolve));
			return this.answerTo(title, source);
		},
		watchSources: ({ sourceIds }) => {
			if (sourceIds.some((id) => id === this.ids.get('endless')))
				return Promise.reject(notYet('It is being read.', this.pauseMs));
			const ended = sourceIds.map((sourceId) => ({ sourceId, status: 'indexed' as const, reason: null }));
			return Promise.resolve({ ended, waiting: 0, next: null });
		},
		readSourceEnd: () => Promise.resolve(null),
	};

	readonly trainings = {
		readTraining: () => Promise.resolve(this.snapshot()),
		watchTraining: () => {
			this.training = false;
			return Promise.resolve({ reason: 'ended', snapshot: this.snapshot() });
		},
	};

	private answerTo(title: string, source: SourceInput): AddResponse {
		const times = this.sent.filter((each) => each === title).length;
		switch (title) {
			case 'refused':
				return { outcome: 'refused', error: { ...error, status: 400 } };
			case 'limit':
				return { outcome: 'limit', error: { ...error, type: 'training_limit_exceeded', status: 403 } };
			case 'training':
				if (times > 1) return this.accept(source);
				this.training = true;
				return { outcome: 'conflict', error: { ...error, status: 409 } };
			case 'lost-after':
				this.accept(source);
				return LOST;
			case 'lost-before':
				return times === 1 ? LOST : this.accept(source);
			case 'lost-twice':
			case 'lost-late 401':
			case 'lost-late 429':
			case 'lost-late twofold':
				return times === 1 || title === 'lost-twice' ? LOST : notSent(title.endsWith('401') ? 401 : 429);
			case 'lost-late limit':
				return times === 1 ? LOST : { outcome: 'limit', error: { ...error, status: 403 } };
			case 'lost-away':
				this.away = true;
				return LOST;
			case 'lost-forbidden':
				if (times === 1) return LOST;
				throw gone();
			case 'sent-away':
				return times <= SENT_AWAY ? notSent(429) : this.accept(source);
			case 'lost-sent-away':
				return times === 1 || times > SENT_AWAY ? LOST : notSent(429);
			case 'lost-late 409':
				return times === 1 ? LOST : { outcome: 'conflict', error: { ...error, status: 409 } };
			default:
				return this.accept(source);
		}
	}

	/** What was lost takes effect once the second request has come. */
	private shownLate(index: number, name: string) {
		if (this.sent.filter((each) => each === name).length < 2) return [];
		const first = 200 + 2 * index;
		const ids = name.endsWith('twofold') ? [first, first + 1] : [first];
		return ids.map((id) => ({ index, id, status: 'processing' }));
	}

	private accept(source: SourceInput): AddResponse {
		const sourceId = 100 + this.ids.size;
		this.ids.set(nameOf(source), sourceId);
		return { outcome: 'accepted', sourceId };
	}

	private snapshot(): TrainingSnapshot {
		return { training: this.training, canChat: true, run: null, at: now().toISOString() };
	}
}
