import { may } from '../api/session';
import type { RefusedLead } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { Table } from '../parts/table';
import { Ago } from '../parts/times';

interface RefusedTableProps {
	leads: RefusedLead[];
	retry: (leadId: number) => Promise<string | undefined>;
	dismiss: (leadId: number) => Promise<string | undefined>;
}

/** Before the reason of a lead that blocks nobody. */
const KINDS = { refused: '', set_aside: 'Set aside: ', written_in_part: 'Written in part: ' };

/** A page of refused leads, with what can be done about each. */
export function RefusedTable({ leads, retry, dismiss }: RefusedTableProps) {
	if (leads.length === 0) return null;
	const maySteer = may('start');
	return (
		<Table columns={['Lead', 'Why it was refused', ...(maySteer ? ['What to do'] : [])]}>
			{leads.map(({ leadId, reason, at, kind = 'refused' }) => (
				<tr key={leadId}>
					<td>{leadId}</td>
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
	);
}
