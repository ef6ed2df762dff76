import { readRefusedLead } from '../api/client';
import { useLive } from '../api/live';
import { Loaded } from '../parts/loaded';
import { openIdOf, Panel, panelLink } from '../parts/panel';
import { Fields } from '../parts/value';
import { refusedLink } from './refused-panel-address';

const NAME = 'lead';

/** The address of the panel of a refused lead, on the same page. @param sync its id */
export function leadLink(sync: string, lead: number): string {
	return panelLink(NAME, `${lead} ${sync}`);
}

/** A lead that the destination refused, as the service has it now, beside the reason. */
export function LeadPanel() {
	const id = openIdOf(NAME);
	if (id === null) return null;
	const [lead = '', sync = ''] = id.split(' ');
	return <OpenLead key={id} id={id} sync={sync} lead={Number(lead)} />;
}

function OpenLead({ id, sync, lead }: { id: string; sync: string; lead: number }) {
	// It is a call with the key of the connection, so it is read once.
	const live = useLive(
		once(() => readRefusedLead(sync, lead)),
		[sync, lead],
	);
	return (
		<Panel name={NAME} id={id} title={`Lead ${lead}`}>
			<p>
				<a href={refusedLink(sync)}>All refused leads of the sync</a>
			</p>
			<Loaded live={live}>
				{({ reason, lead: data }) => (
					<>
						<p class="note bad">{reason}</p>
						<Fields fields={Object.entries(data)} />
					</>
				)}
			</Loaded>
		</Panel>
	);
}

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
	let first: Promise<Value> | null = null;
	return () => {
		first ??= read();
		return first;
	};
}
