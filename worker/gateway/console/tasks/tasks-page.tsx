import { useSignal } from '@preact/signals';
import { TITLES } from '../addresses';
import { at } from '../api/base-path';
import { listConnections, listTaskTypes } from '../api/client';
import { BulkBar } from '../bulk/bulk-bar';
import { useLive } from '../api/live';
import { Page } from '../parts/page';
import { bulkFilterOf } from './filter';
import { Filters, shownParts, useFilter } from './filters';
import { AddressSearch } from './person-search';
import { TaskList } from './task-list';
import { TaskPanel } from './task-panel';
import { taskLink } from './task-panel-address';

const WAITING = { waitsForPerson: true };
const RUNNING = { ended: false, waitsForPerson: false, fresh: true };
const ENDED = { ended: true, reasons: true };

/** What waits for a person, what runs, and what has ended. */
export function TasksPage() {
	const { filter: inAddress, strange } = useFilter();
	/** While somebody types. Null: what the page's address names. */
	const typed = useSignal<string | null>(null);
	const filter = typed.value === null ? inAddress : shownParts({ ...inAddress, search: typed.value });
	const address = useSignal('');
	const { value: types = [] } = useLive(listTaskTypes, []);
	const { value: connections = [] } = useLive(listConnections, []);
	const typeOf = (type: string) => types.find((each) => each.type === type);
	const shared = { filter, typeOf };
	return (
		<Page title={TITLES['/tasks']}>
			<Filters
				filter={inAddress}
				search={(text) => {
					typed.value = text;
				}}
				types={types}
				connections={connections.map(({ name }) => name)}
				searchAddress={(typed) => {
					address.value = typed;
				}}
			/>
			{address.value !== '' && <AddressSearch key={address.value} address={address.value} types={types} />}
			{strange.length > 0 && <Unknown strange={strange} />}
			{filter.parent !== undefined && <ChildrenOf parent={filter.parent} />}
			<TaskList title="Waiting for a person" part={WAITING} none="No task waits." isHiddenWhenEmpty {...shared} />
			<TaskList title="Running" part={RUNNING} none="Nothing runs." {...shared} />
			<TaskList title="Ended" part={ENDED} none="Nothing has ended." {...shared} />
			<BulkBar
				kinds={['running', 'ended']}
				filter={strange.length === 0 ? bulkFilterOf(filter) : null}
				whyNone="The address has filters that the page does not know."
			/>
			<TaskPanel />
		</Page>
	);
}

function Unknown({ strange }: { strange: readonly string[] }) {
	return (
		<p class="note bad">
			{`The address has filters that this page does not know, and that restrict nothing: ${strange.join(', ')}. `}
			<a href={at('/tasks')}>Show all tasks</a>
		</p>
	);
}

function ChildrenOf({ parent }: { parent: string }) {
	return (
		<p class="note">
			The tasks that <a href={taskLink(parent)}>{parent}</a> has started. <a href={at('/tasks')}>Show all tasks</a>
		</p>
	);
}
