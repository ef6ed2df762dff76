import { useSignal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { readRefused, taskPath } from '../api/client';
import { post } from '../api/gateway';
import { useLive } from '../api/live';
import { may } from '../api/session';
import type { RefusedLead, RefusedLeadList } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { Loaded } from '../parts/loaded';
import { openIdOf, Panel } from '../parts/panel';
import { confirmed } from '../parts/question';
import { SearchField } from '../parts/search-field';
import { counted } from '../words/words';
import { REFUSED_PANEL } from './refused-panel-address';
import { RefusedTable } from './refused-table';

/** Leads of a page. */
const PAGE = 50;

/** The leads that the destination of a sync refused, with the reasons. Those who may start tasks see whose they are. */
export function RefusedPanel() {
	const id = openIdOf(REFUSED_PANEL);
	return id === null ? null : <OpenRefused key={id} id={id} />;
}

function OpenRefused({ id }: { id: string }) {
	const search = useSignal('');
	const [reason, setReason] = useState<string | null>(null);
	const [tokens, setTokens] = useState<readonly string[]>([]);
	const token = tokens.at(-1);
	const wanted = search.value.trim();
	const query = {
		limit: String(PAGE),
		...(wanted === '' ? {} : { search: wanted }),
		...(reason === null ? {} : { reason }),
		...(token === undefined ? {} : { pageToken: token }),
	};
	const live = useLive(() => readRefused(id, query), [id, wanted, reason, token]);
	const narrow = (chosen: string | null) => {
		setReason(chosen);
		setTokens([]);
	};
	return (
		<Panel name={REFUSED_PANEL} id={id} title="Refused leads">
			<Loaded live={live}>
				{(page) =>
					page.total === 0 ? (
						<p>No lead is refused.</p>
					) : (
						<>
							<Summary total={page.total} />
							<Reasons reasons={page.reasons} chosen={reason} choose={narrow} />
							<SearchField
								id="refused-search"
								label="Find a lead by its ID, or by words of its reason"
								value={search.value}
								onSearch={(typed) => {
									search.value = typed;
									setTokens([]);
								}}
							/>
							{may('start') && <All id={id} page={page} isAll={wanted === '' && reason === null} />}
							<RefusedTable
								sync={id}
								leads={page.items}
								retry={({ leadId, agentId }) => act(id, 'retry-refused', [leadId], agentId)}
								dismiss={(lead) => dismissOne(id, lead)}
							/>
							<div class="buttons">
								{token !== undefined && (
									<button key="older" type="button" onClick={() => setTokens(tokens.slice(0, -1))}>
										Previous leads
									</button>
								)}
								{page.nextPageToken !== null && (
									<button key="newer" type="button" onClick={() => setTokens([...tokens, page.nextPageToken ?? ''])}>
										Next leads
									</button>
								)}
							</div>
						</>
					)
				}
			</Loaded>
		</Panel>
	);
}

function Summary({ total }: { total: number }) {
	return (
		<p>
			{`${counted(total, 'lead')} that the destination refused, or took without some values. Correct the cause at the destination or in the lead, then retry.`}{' '}
			<span class="soft">
				A lead that is set aside does not fit, and blocks nobody: the list keeps the newest 500 of them. With more than
				400 other refused leads, the sync waits until somebody retries or dismisses some.
			</span>
		</p>
	);
}

interface ReasonsProps {
	reasons: RefusedLeadList['reasons'];
	/** Null: all. */
	chosen: string | null;
	choose: (reason: string | null) => void;
}

/** How many leads were refused for which reason. One of them narrows the list. */
function Reasons({ reasons, chosen, choose }: ReasonsProps) {
	const isGone = chosen !== null && !reasons.some(({ reason }) => reason === chosen);
	return (
		<div class="field">
			<label for="refused-reason">Reason</label>
			<select
				id="refused-reason"
				value={chosen ?? ''}
				onChange={({ currentTarget }) => choose(currentTarget.value === '' ? null : currentTarget.value)}
			>
				<option value="">{`All reasons (${reasons.length})`}</option>
				{reasons.map(({ reason, count }) => (
					<option key={reason} value={reason}>
						{`${counted(count, 'lead')}: ${reason}`}
					</option>
				))}
				{isGone && <option value={chosen}>{`0 leads: ${chosen}`}</option>}
			</select>
		</div>
	);
}

/** What can be done with all leads that the list shows, on whatever page. */
function All({ id, page, isAll }: { id: string; page: RefusedLeadList; isAll: boolean }) {
	const { matchingLeadIds: leads } = page;
	if (leads.length === 0) return <p role="status">No refused lead matches.</p>;
	const which = isAll ? 'all' : counted(leads.length, 'lead');
	const dismissAll = async () => {
		const what = isAll ? 'all refused leads' : counted(leads.length, 'refused lead');
		return dismiss(id, what, isAll ? undefined : leads);
	};
	return (
		<div class="buttons">
			<ActionButton label={`Retry ${which}`} look="main" act={() => retry(id, isAll ? undefined : leads)} />
			<ActionButton label={`Dismiss ${which}`} look="bad" act={dismissAll} />
		</div>
	);
}

/** @param leads default: all */
function retry(id: string, leads?: number[]): Promise<string | undefined> {
	return act(id, 'retry-refused', leads);
}

function dismissOne(id: string, { leadId, agentId }: RefusedLead): Promise<string | undefined> {
	return dismiss(id, `lead ${leadId}`, [leadId], agentId);
}

/** @param leads default: all */
async function dismiss(id: string, what: string, leads?: number[], agentId?: string): Promise<string | undefined> {
	const where =
		leads?.length === 1
			? 'It is not at the destination, and the sync does not retry it by itself.'
			: 'They are not at the destination, and the sync does not retry them by itself.';
	const question = `Remove ${what} from the list? ${where}`;
	return (await confirmed(question, 'Dismiss')) ? act(id, 'dismiss-refused', leads, agentId) : undefined;
}

/** @param agentId whose leads they are, in a sync of several */
async function act(id: string, action: string, leads?: number[], agentId?: string): Promise<string | undefined> {
	const body = { ...(leads === undefined ? {} : { leadIds: leads }), ...(agentId === undefined ? {} : { agentId }) };
	return (await post(`${taskPath(id)}/actions/${action}`, body)).message;
}
