import type { ComponentChildren } from 'preact';

/** A table that scrolls by itself where it is wider than the window. */
export function Table({ columns, children }: { columns: string[]; children: ComponentChildren }) {
	return (
		<div class="wide" tabIndex={0} role="group" aria-label={columns.join(', ')}>
			<table>
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
