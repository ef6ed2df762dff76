import { html } from 'hono/html';
import { runOf, type TrainingRun, type TrainingStatus } from '../../api';
import type { Agent } from '../database/agents-repository';
import type { Html } from './page';

/** The tone of a state's badge. Other states are neutral. */
const TONES: ReadonlyMap<string, 'good' | 'busy' | 'bad'> = new Map(
	Object.entries({
		ready: 'good',
		indexed: 'good',
		completed: 'good',
		active: 'good',
		delivered: 'good',
		sent: 'good',
		on: 'good',
		training: 'busy',
		crawling: 'busy',
		indexing: 'busy',
		processing: 'busy',
		queued: 'busy',
		waiting: 'busy',
		deferred: 'busy',
		open: 'busy',
		failed: 'bad',
		bounced: 'bad',
		uncertain: 'bad',
		revoked: 'bad',
		expired: 'bad',
	}),
);

/** A state, in words and in colour. */
export function badge(state: string): Html {
	return html`<span class="badge ${TONES.get(state) ?? ''}">${state}</span>`;
}

const FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

/** A readable time in UTC. @param at ISO 8601; null shows a dash */
export function moment(at: string | null): Html {
	if (at === null) return html`<span class="faint">–</span>`;
	return html`<time datetime="${at}">${FORMAT.format(new Date(at))}</time>`;
}

export interface Paging {
	/** Address of the list. */
	path: string;
	/** The filter of the list. */
	query: Record<string, string | undefined>;
	total: number;
	limit: number;
	offset: number;
	/** Names the offset in the address. Default: offset. */
	parameter?: string;
}

/** The shown part of a list, with links to its neighbours. */
export function paging({ path, query, total, limit, offset, parameter = 'offset' }: Paging): Html {
	const link = (name: string, to: number) => {
		const given = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]));
		return html`<a href="${path}?${new URLSearchParams([...given, [parameter, String(to)]]).toString()}">${name}</a>`;
	};
	return html`<p class="paging">
		${total === 0 ? '' : `${offset + 1} to ${Math.min(offset + limit, total)} of ${total.toLocaleString('en')}`}
		${offset > 0 ? link('Newer', Math.max(0, offset - limit)) : ''}
		${offset + limit < total ? link('Older', offset + limit) : ''}
	</p>`;
}

/** As many characters as fit beside each other on a phone. No usual word has more. */
const PART = /.{1,24}/gsu;

/** A web or mail address that may break after each of its parts, and so in no word. */
export function addressParts(address: string): Html {
	const words = address.split(/(?<=[/?&=@_~-])|(?<=\.)(?=\D)/);
	const parts = words.flatMap((word) => word.match(PART) ?? []);
	return html`<span class="address"
		>${parts.map((part, place) => html`${place === 0 ? '' : html`<wbr />`}${part}`)}</span
	>`;
}

/** The choices of a field that names an agent. */
export function agentOptions(agents: readonly Agent[], chosen?: string): Html[] {
	return agents.map(
		({ id, name }) => html`<option value="${id}" ${id === chosen ? 'selected' : ''}>${name} (${id})</option>`,
	);
}

/** A list's filter by agent. */
export function agentFilter(agents: readonly Agent[], chosen: string): Html {
	return html`<label
		>Agent
		<select name="agent">
			${agentOptions(agents, chosen)}
		</select></label
	>`;
}

/** The progress of training: state, pages and errors. @param id of the element, unique on the page */
export function trainingProgress(id: string, status: TrainingStatus): Html {
	const run = runOf(status);
	return html`<div data-live id="${id}">
		${badge(status.agentStatus)} ${status.canChat ? html`<span class="faint">can chat</span>` : ''}
		${
			run &&
			html`<div class="progress">
				<progress
					max="${Math.max(run.pagesTotal, 1)}"
					value="${run.pagesCompleted + run.pagesFailed}"
					aria-label="Pages of the last run"
				></progress>
				<span>${inWords(run)}</span>
			</div>`
		}
		${run?.error ? html`<p class="bad">${run.error}</p>` : ''}
	</div>`;
}

function inWords({ phase, pagesCompleted, pagesTotal, pagesFailed }: TrainingRun): string {
	const failed = pagesFailed > 0 ? `, ${pagesFailed} failed` : '';
	return `${phase}: ${pagesCompleted} of ${pagesTotal} pages${failed}`;
}
