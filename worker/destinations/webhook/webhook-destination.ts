import axios from 'axios';
import { randomUUID } from 'node:crypto';
import { type Lead, noAnswerSentence, noAnswerWords, OutOfTimeError, timeLimit } from '../../../api';
import { overAgent } from '../../net/post-json';
import { unwatched, type WatchDelivery } from '../../net/watch-delivery';
import { agentFor } from '../../net/webhook-target';
import {
	type Destination,
	DestinationHeldError,
	DestinationUnfitError,
	type LeadPreview,
	type LeadsOf,
	type MappedField,
	type Page,
	type Probed,
	type Refusal,
	type SettingProblem,
	type Written,
} from '../destination';
import { webhookMapping, webhookPreview } from './lead-data';
import { type Answer, postLead, postSigned, type Way } from './post-lead';
import { receiversWords } from './receivers-words';
import type { WebhookReceiver } from './webhook-receiver';

const CHECK_WITHIN_MS = 10_000;
/** Statuses of 4xx about the address, the headers or the moment: they would be the same for every lead. */
const OF_EVERY_LEAD = new Set([401, 402, 403, 404, 405, 407, 408, 410, 421, 423, 425, 426, 429, 431]);
/** The status about the size of the lead, which nothing changes. */
const TOO_LARGE = 413;

function isOfTheLead(status: number): boolean {
	return status >= 400 && status < 500 && !OF_EVERY_LEAD.has(status);
}

const NOT_ALLOWED =
	'which is not allowed. Add its host and port to events.webhookHosts, then restart gateway and workers';

/**
 * A receiver of leads. Each lead is a separate signed POST, oldest first, delivered at least once. After a lost
 * response the worker posts the lead again, with the same `webhook-id`.
 */
export class WebhookDestination implements Destination {
	readonly type = 'webhook';
	readonly target: string;
	readonly mapping: readonly MappedField[];
	readonly takesConversations: boolean;

	constructor(
		readonly name: string,
		private readonly settings: WebhookReceiver,
		private readonly watch: WatchDelivery = unwatched,
	) {
		this.target = new URL(settings.url).host;
		this.mapping = webhookMapping(settings.fields);
		this.takesConversations = settings.fields === undefined;
	}

	preview(of: LeadsOf, lead: Lead): LeadPreview {
		return webhookPreview(of, lead, this.settings.fields);
	}

	/** A receiver names no fields, so nothing can be wrong with them. */
	async mappingProblems(): Promise<SettingProblem[]> {
		return Promise.resolve([]);
	}

	/** Checks whether the receiver responds. Its response to a HEAD says nothing about leads. */
	async check(): Promise<void> {
		const { agent } = this.#allowed();
		const limit = timeLimit(CHECK_WITHIN_MS);
		try {
			await axios.head(this.settings.url, {
				...overAgent(agent),
				signal: limit,
				maxRedirects: 0,
				validateStatus: () => true,
			});
		} catch (error) {
			throw this.#unavailable(limit.aborted ? new OutOfTimeError(CHECK_WITHIN_MS) : error);
		}
	}

	/** Posts a signed ping. A receiver responds to it as to a lead and ignores it. */
	async probe(): Promise<Probed> {
		const id = `ping_${randomUUID()}`;
		const content = JSON.stringify({ type: 'ping', timestamp: new Date().toISOString(), data: {} });
		const answer = await postSigned(this.settings, id, content, this.#allowed());
		if (answer.outcome === 'lost') throw this.#unavailable(answer.error);
		const { status } = answer;
		const answered = `${this.target} answered a signed ping with ${status}`;
		if (status < 300) return { proven: true, detail: `${answered}.` };
		if (isOfTheLead(status)) {
			const todo =
				'This status is about the ping and proves nothing for leads. Make the receiver respond with 2xx to {"type": "ping"}.';
			return { proven: false, detail: `${answered}. ${todo}` };
		}
		throw this.#misconfigured(`leads to a receiver that accepts nothing now: ${answered}.${whatToDo(status)}`);
	}

	/** @throws DestinationUnfitError if the operator has not allowed the address */
	#allowed(): Way {
		const way = this.#way();
		if (way !== null) return way;
		throw this.#misconfigured(`leads to ${this.target}, ${NOT_ALLOWED}`);
	}

	/** Null if the operator does not (or no longer) allow the address. */
	#way(): Way | null {
		const reach = this.settings.reach?.() ?? { agent: agentFor('named') };
		return reach === 'refused' ? null : { agent: reach.agent, around: (post) => this.watch(this.target, post) };
	}

	#unavailable(error: unknown): DestinationUnfitError {
		const { happened, todo } = noAnswerWords(error);
		const advice = todo ?? 'Check the address, and that the receiver runs';
		return this.#misconfigured(`leads to ${this.target}, which ${happened}. ${advice}`);
	}

	#misconfigured(message: string): DestinationUnfitError {
		return new DestinationUnfitError(this.name, [{ path: 'url', message: message.replace(/\.$/, '') }]);
	}

	async writePage(page: Page): Promise<Written> {
		const { of, leads } = page;
		const refused: Refusal[] = [];
		for (const lead of leads) {
			const refusal = this.#judge(await this.#post(of, lead), lead);
			if (refusal !== null) refused.push({ leadId: lead.id, ...refusal });
			else page.onWritten(lead.id);
		}
		return { written: leads.length - refused.length, refused };
	}

	async writeLead(of: LeadsOf, lead: Lead): Promise<Written> {
		const refusal = this.#judge(await this.#post(of, lead), lead);
		return refusal === null ? { written: 1, refused: [] } : { written: 0, refused: [{ leadId: lead.id, ...refusal }] };
	}

	async close(): Promise<void> {
		await Promise.resolve();
	}

	async #post(of: LeadsOf, lead: Lead): Promise<Answer> {
		const way = this.#way();
		if (way !== null) return postLead(this.settings, of, lead, way);
		throw new DestinationHeldError(`Destination ${this.name} leads to ${this.target}, ${NOT_ALLOWED}.`);
	}

	/** @returns why the receiver refuses this lead, or null if it accepted it; @throws DestinationHeldError */
	#judge(answer: Answer, lead: Lead): Pick<Refusal, 'reason' | 'kind'> | null {
		const who = `Destination ${this.name} (${this.target})`;
		if (answer.outcome === 'lost') throw new DestinationHeldError(noAnswerSentence(who, answer.error));
		if (answer.outcome === 'unsent') return { reason: answer.why, kind: 'set_aside' };
		const { status, retryAfterMs, body } = answer;
		if (status < 300) return null;
		const words = receiversWords(body, lead);
		const reason = `The receiver answered ${status}${words === '' ? '.' : `: ${words}`}`;
		if (status === TOO_LARGE) return { reason, kind: 'set_aside' };
		if (isOfTheLead(status)) return { reason };
		throw new DestinationHeldError(`${who} answered ${status}.${whatToDo(status)}`, retryAfterMs);
	}
}

function whatToDo(status: number): string {
	if (status < 400) return ' Redirects are not followed: put the final address into the configuration.';
	if (status === 401 || status === 403) return ' Check the secret on both sides.';
	// n8n responds with this status while the flow is not active.
	if (status === 404 || status === 410) return ' Check the address, and that the flow behind it is active.';
	return '';
}
