export const iconTilesFields = 'anchor, eyebrow, heading, intro, tiles[]{_key, icon, label}';
