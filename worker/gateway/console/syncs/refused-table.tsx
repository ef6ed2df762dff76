import { may } from '../api/session';
import type { RefusedLead } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { Table } from '../parts/table';
import { Ago } from '../parts/times';
import { leadLink } from './lead-panel';
import { useLeadNames } from './lead-names';

interface RefusedTableProps {
	/** The id of the sync. */
	sync: string;
	leads: RefusedLead[];
	retry: (leadId: number) => Promise<string | undefined>;
	dismiss: (leadId: number) => Promise<string | undefined>;
}

/** Before the reason of a lead that blocks nobody. */
const KINDS = { refused: '', set_aside: 'Set aside: ', written_in_part: 'Written in part: ' };

/** A page of refused leads, with what can be done about each. */
export function RefusedTable({ sync, leads, retry, dismiss }: RefusedTableProps) {
	const { names, trouble } = useLeadNames(
		sync,
		leads.map(({ leadId }) => leadId),
	);
	if (leads.length === 0) return null;
	const maySteer = may('start');
	return (
		<>
			{trouble !== '' && <p class="soft">{`Some names are missing. ${trouble}`}</p>}
			<Table columns={['Lead', 'Why it was refused', ...(maySteer ? ['What to do'] : [])]}>
				{leads.map(({ leadId, reason, at, kind = 'refused' }) => (
					<tr key={leadId}>
						<td>
							<LeadName sync={sync} lead={leadId} name={names.get(leadId)} />
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
									<ActionButton label="Retry" name={`Retry lead ${leadId}`} act={() => retry(leadId)} />
									<ActionButton label="Dismiss" name={`Dismiss lead ${leadId}`} act={() => dismiss(leadId)} />
								</div>
							</td>
						)}
					</tr>
				))}
			</Table>
		</>
	);
}

/** Those who may not read leads see the id alone. @param name undefined: not known yet. Null: the service has no such lead */
function LeadName({ sync, lead, name }: { sync: string; lead: number; name: string | null | undefined }) {
	if (!may('start')) return lead;
	if (name === null) return `${lead}, gone at the service`;
	const hasName = name !== undefined && name.trim() !== '';
	return (
		<>
			<a href={leadLink(sync, lead)}>{hasName ? name : `Lead ${lead}`}</a>
			{hasName && <span class="soft">{` ${lead}`}</span>}
		</>
	);
}
