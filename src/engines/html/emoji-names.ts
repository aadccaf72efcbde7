// Emoji by the short names that people type most.
import { emojiWith } from './emoji-code.ts'

const NAMES = `
+1 👍 -1 👎 100 💯 alarm_clock ⏰ arrow_down ⬇️ arrow_left ⬅️ arrow_right ➡️ arrow_up ⬆️ art 🎨 bangbang ‼️ bell 🔔
blue_book 📘 blush 😊 boat ⛵ bomb 💣 book 📖 bookmark 🔖 books 📚 boom 💥 broken_heart 💔 bug 🐛 building_construction 🏗️
bulb 💡 calendar 📅 camera 📷 chart_with_downwards_trend 📉 chart_with_upwards_trend 📈 clap 👏 clipboard 📋 clock 🕰️
closed_lock_with_key 🔐 cloud ☁️ coffee ☕ computer 💻 confetti_ball 🎊 construction 🚧 credit_card 💳 cry 😢 dart 🎯
desktop_computer 🖥️ dizzy 💫 earth_africa 🌍 email 📧 envelope ✉️ exclamation ❗ eyes 👀 fire 🔥 file_folder 📁
floppy_disk 💾 gear ⚙️ gem 💎 ghost 👻 gift 🎁 globe_with_meridians 🌐 green_book 📗 green_circle 🟢 grin 😁 grinning 😀
hammer 🔨 hammer_and_wrench 🛠️ handshake 🤝 heart ❤️ heavy_check_mark ✔️ heavy_multiplication_x ✖️ heavy_plus_sign ➕
hourglass ⌛ house 🏠 inbox_tray 📥 information_source ℹ️ iphone 📱 joy 😂 key 🔑 label 🏷️ laughing 😆 link 🔗 lock 🔒
loudspeaker 📢 mag 🔍 mailbox 📫 mega 📣 memo 📝 microscope 🔬 moneybag 💰 muscle 💪 new 🆕 no_entry ⛔ no_entry_sign 🚫
notebook 📓 ok ✅ ok_hand 👌 open_book 📖 open_file_folder 📂 orange_book 📙 orange_circle 🟠 outbox_tray 📤 package 📦
paperclip 📎 partying_face 🥳 pencil 📝 pencil2 ✏️ phone ☎️ point_down 👇 point_left 👈 point_right 👉 point_up ☝️ pray 🙏
puzzle_piece 🧩 pushpin 📌 question ❓ raised_hands 🙌 red_circle 🔴 robot 🤖 rocket 🚀 rotating_light 🚨 scroll 📜 seedling 🌱
shield 🛡️ shrug 🤷 slightly_smiling_face 🙂 smile 😄 smiley 😃 snowflake ❄️ sob 😭 sparkles ✨ speech_balloon 💬 star ⭐
stop_sign 🛑 sun_with_face 🌞 sunglasses 😎 sunny ☀️ tada 🎉 telephone ☎️ test_tube 🧪 thinking 🤔 thought_balloon 💭
thumbsdown 👎 thumbsup 👍 tools 🛠️ trophy 🏆 unlock 🔓 upside_down_face 🙃 warning ⚠️ wastebasket 🗑️ wave 👋
white_check_mark ✅ wink 😉 wrench 🔧 writing_hand ✍️ x ❌ yellow_circle 🟡 zap ⚡ zzz 💤
`

const words = NAMES.trim().split(/\s+/)
const byName = new Map(
  words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1] ?? word] as const] : [])),
)

/** Names with what they stand for, to choose from. */
export const namedEmoji: readonly (readonly [name: string, emoji: string])[] = [...byName]

export const emojiOf = (code: string): string => emojiWith(code, byName)
