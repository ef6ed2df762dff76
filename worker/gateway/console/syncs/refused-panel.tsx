import { listRefused, taskPath } from '../api/client';
import { post } from '../api/gateway';
import { useLive } from '../api/live';
import { may } from '../api/session';
import type { RefusedLead } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { Loaded } from '../parts/loaded';
import { openIdOf, openPanel, Panel, panelLink } from '../parts/panel';
import { confirmed } from '../parts/question';
import { Table } from '../parts/table';
import { Ago } from '../parts/times';
import { counted } from '../words/words';

const NAME = 'refused';

/** @param id of a sync */
export function openRefused(id: string): void {
	openPanel(NAME, id);
}

/** The address of the panel of refused leads, on the same page. @param id of a sync */
export function refusedLink(id: string): string {
	return panelLink(NAME, id);
}

/** The leads that the destination of a sync refused: by id and reason, and nothing else of a person. */
export function RefusedPanel() {
	const id = openIdOf(NAME);
	return id === null ? null : <OpenRefused key={id} id={id} />;
}

function OpenRefused({ id }: { id: string }) {
	const live = useLive(() => listRefused(id), [id]);
	return (
		<Panel name={NAME} id={id} title="Refused leads">
			<Loaded live={live}>
				{(leads) => (leads.length === 0 ? <p>No lead is refused.</p> : <RefusedLeads id={id} leads={leads} />)}
			</Loaded>
		</Panel>
	);
}

function RefusedLeads({ id, leads }: { id: string; leads: RefusedLead[] }) {
	const maySteer = may('start');
	return (
		<>
			<p>
				{`${counted(leads.length, 'lead')} that the destination refused. Correct the cause at the destination or in the lead, then retry.`}
			</p>
			{maySteer && (
				<div class="buttons">
					<ActionButton label="Retry all" look="main" act={() => retry(id)} />
					<ActionButton label="Dismiss all" look="bad" act={() => dismiss(id)} />
				</div>
			)}
			<Table columns={['Lead', 'Why it was refused', ...(maySteer ? ['What to do'] : [])]}>
				{leads.map(({ leadId, reason, at }) => (
					<tr key={leadId}>
						<td>{leadId}</td>
						<td>
							{reason}{' '}
							<span class="soft">
								<Ago at={at} />
							</span>
						</td>
						{maySteer && (
							<td>
								<div class="buttons">
									<ActionButton label="Retry" name={`Retry lead ${leadId}`} act={() => retry(id, leadId)} />
									<ActionButton label="Dismiss" name={`Dismiss lead ${leadId}`} act={() => dismiss(id, leadId)} />
								</div>
							</td>
						)}
					</tr>
				))}
			</Table>
		</>
	);
}

/** @param lead default: all */
function retry(id: string, lead?: number): Promise<string | undefined> {
	return act(id, 'retry-refused', lead);
}

/** @param lead default: all */
async function dismiss(id: string, lead?: number): Promise<string | undefined> {
	const what = lead === undefined ? 'all refused leads' : `lead ${lead}`;
	const question = `Remove ${what} from the list? They are not at the destination, and the sync does not retry them by itself.`;
	return (await confirmed(question, 'Dismiss')) ? act(id, 'dismiss-refused', lead) : undefined;
}

async function act(id: string, action: string, lead?: number): Promise<string | undefined> {
	const body = lead === undefined ? {} : { leadIds: [lead] };
	return (await post(`${taskPath(id)}/actions/${action}`, body)).message;
}
