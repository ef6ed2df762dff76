import type { KnowledgeSyncResult, PlanFile } from '../../api/types';
import { counted } from '../../words/words';
import { differencesOf } from '../differences/difference';
import { Differences } from '../differences/differences';

/** Rows that cannot be used, as many as are shown. */
const FIRST = 50;

/** The rows of a plan by what becomes of them, with the texts before and after. The same ones are only counted. */
export function PlanRows({ result, file }: { result: KnowledgeSyncResult; file: PlanFile | null }) {
	const differences = differencesOf(file?.rows ?? null, result.rows);
	const left = file?.rowsNotShown ?? result.rowsNotShown;
	return (
		<>
			<Unusable rows={result.unusable} />
			{differences.length + left > 0 && <Differences differences={differences} notShown={left} heading="h3" />}
		</>
	);
}

/** Rows that cannot be used: faulty ones, and those that an earlier row forbids. */
function Unusable({ rows }: { rows: KnowledgeSyncResult['unusable'] }) {
	if (rows.length === 0) return null;
	return (
		<section class="note bad">
			<h3>{`Cannot be used (${rows.length.toLocaleString('en')})`}</h3>
			<ul class="plain">
				{rows.slice(0, FIRST).map(({ row, source, reason }, index) => (
					<li key={index}>
						<strong>{row === null ? source : `Row ${row}`}</strong>
						{`: ${reason}.`}
					</li>
				))}
			</ul>
			{rows.length > FIRST && <p>{`And ${counted(rows.length - FIRST, 'further row')}.`}</p>}
		</section>
	);
}
