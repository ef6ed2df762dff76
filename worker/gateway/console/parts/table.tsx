import type { ComponentChildren } from 'preact';

interface TableProps {
	columns: string[];
	/** On a phone the cells of a row stand below each other, and the attribute `data-label` of a cell says what it is. */
	stacks?: boolean;
	children: ComponentChildren;
}

/** A table that scrolls by itself where it is wider than the window. */
export function Table({ columns, stacks = false, children }: TableProps) {
	return (
		<div class="wide" tabIndex={0} role="group" aria-label={columns.join(', ')}>
			<table class={stacks ? 'stacks' : undefined}>
				<thead>
					<tr>
						{columns.map((name) => (
							<th key={name} scope="col">
								{name}
							</th>
						))}
					</tr>
				</thead>
				<tbody>{children}</tbody>
			</table>
		</div>
	);
}
