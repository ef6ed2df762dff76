import { TITLES } from '../addresses';
import { listTaskTypes } from '../api/client';
import { useLive } from '../api/live';
import { may } from '../api/session';
import { Page } from '../parts/page';
import { TaskPanel } from '../tasks/task-panel';
import { ImportPanel } from './import/import-panel';
import { readSets } from './sets/read-sets';
import { SetList } from './sets/set-list';
import { openImport } from './set-address';
import { SetPanel } from './sets/set-panel';

/** What agents know by sets of knowledge, and whether they are in step with them. */
export function KnowledgePage() {
	const { value: types = [] } = useLive(listTaskTypes, []);
	const type = types.find((each) => each.type === 'knowledge-sync');
	const live = useLive(readSets, []);
	return (
		<Page title={TITLES['/knowledge']}>
			{may('start') && (
				<div class="buttons">
					<button type="button" class="main" onClick={() => openImport()}>
						Import a table
					</button>
				</div>
			)}
			<SetList live={live} type={type} />
			<TaskPanel />
			<SetPanel live={live} type={type} />
			<ImportPanel live={live} type={type} />
		</Page>
	);
}
