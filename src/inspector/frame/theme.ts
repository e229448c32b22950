import { effect, signal } from '@preact/signals';

const THEMES = ['auto', 'light', 'dark'] as const;
const KEPT_AS = 'brctl.theme';

/** The colours: those of the system, unless someone chose others. */
export const theme = signal<(typeof THEMES)[number]>(
  THEMES.find((name) => name === localStorage.getItem(KEPT_AS)) ?? 'auto',
);

effect(() => {
  document.documentElement.style.colorScheme = theme.value === 'auto' ? 'light dark' : theme.value;
});

export function changeTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'auto';
  localStorage.setItem(KEPT_AS, theme.value);
}
