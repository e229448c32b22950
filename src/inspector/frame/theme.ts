import { state } from './state.ts';

const THEMES = ['auto', 'light', 'dark'] as const;
const KEPT_AS = 'brctl.theme';

/** The colours: those of the system, unless someone chose others. */
export const theme = state<(typeof THEMES)[number]>(
  THEMES.find((name) => name === localStorage.getItem(KEPT_AS)) ?? 'auto',
);

function showTheme(): void {
  document.documentElement.style.colorScheme = theme.value === 'auto' ? 'light dark' : theme.value;
}

showTheme();

export function changeTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'auto';
  showTheme();
  localStorage.setItem(KEPT_AS, theme.value);
}
