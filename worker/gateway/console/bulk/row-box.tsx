import { may } from '../api/session';
import { type BulkKind, choose, isChosen } from './choice';

/** The box of a row, by which it is chosen. @param name of the row, for screen readers */
export function RowBox({ kind, id, name }: { kind: BulkKind; id: string; name: string }) {
	if (!may('start')) return null;
	return (
		<label class="box">
			<input
				type="checkbox"
				aria-label={`Select ${name}`}
				checked={isChosen(kind, id)}
				onChange={({ currentTarget }) => choose(kind, id, currentTarget.checked)}
			/>
			Select
		</label>
	);
}
