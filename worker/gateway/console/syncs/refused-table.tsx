import { may } from '../api/session';
import type { RefusedLead } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { Table } from '../parts/table';
import { Ago } from '../parts/times';
import { leadLink } from './lead-panel';
import { leadKey, useLeadNames } from './lead-names';

interface RefusedTableProps {
	/** The id of the sync. */
	sync: string;
	leads: RefusedLead[];
	retry: (lead: RefusedLead) => Promise<string | undefined>;
	dismiss: (lead: RefusedLead) => Promise<string | undefined>;
}

/** Before the reason of a lead that blocks nobody. */
const KINDS = { refused: '', set_aside: 'Set aside: ', written_in_part: 'Written in part: ' };

/** A page of refused leads, with what can be done about each. */
export function RefusedTable({ sync, leads, retry, dismiss }: RefusedTableProps) {
	const { names, trouble } = useLeadNames(sync, leads);
	if (leads.length === 0) return null;
	const maySteer = may('start');
	return (
		<>
			{trouble !== '' && <p class="soft">{`Some names are missing. ${trouble}`}</p>}
			<Table columns={['Lead', 'Why it was refused', ...(maySteer ? ['What to do'] : [])]}>
				{leads.map((lead) => {
					const { leadId, agentId, reason, at, kind = 'refused' } = lead;
					return (
						<tr key={leadKey(lead)}>
							<td>
								<LeadName sync={sync} lead={lead} name={names.get(leadKey(lead))} />
								{agentId !== undefined && <span class="soft">{` of ${agentId}`}</span>}
							</td>
							<td>
								{KINDS[kind]}
								{reason}{' '}
								<span class="soft">
									<Ago at={at} />
								</span>
							</td>
							{maySteer && (
								<td>
									<div class="buttons">
										<ActionButton label="Retry" name={`Retry lead ${leadId}`} act={() => retry(lead)} />
										<ActionButton label="Dismiss" name={`Dismiss lead ${leadId}`} act={() => dismiss(lead)} />
									</div>
								</td>
							)}
						</tr>
					);
				})}
			</Table>
		</>
	);
}

/** Those who may not read leads see the id alone. @param name undefined: not known yet. Null: the service has no such lead */
function LeadName({ sync, lead, name }: { sync: string; lead: RefusedLead; name: string | null | undefined }) {
	const { leadId } = lead;
	if (!may('start')) return leadId;
	if (name === null) return `${leadId}, gone at the service`;
	const hasName = name !== undefined && name.trim() !== '';
	return (
		<>
			<a href={leadLink(sync, lead)}>{hasName ? name : `Lead ${leadId}`}</a>
			{hasName && <span class="soft">{` ${leadId}`}</span>}
		</>
	);
}
